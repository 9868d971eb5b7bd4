import { actingUserId, type Ctx, isAdministrator, viewerOf } from '../../context.ts';
import { forbidden, notFound } from '../../errors.ts';
import { addSystemNote, commentersOf, type Noteable } from '../notes/rules.ts';
import { findProjectById, mayInProject, type Project } from '../projects/rules.ts';
import { countClosing, findIssue, findIssueById, type Issue, listAssignees } from './repository.ts';

export type { Issue } from './repository.ts';

/** Confidential issues are for Reporters, their author and their assignees. */
async function mayRead(ctx: Ctx, project: Project, issue: Issue): Promise<boolean> {
  if (project.issues_enabled !== 1) return false;
  if (!(await mayInProject(ctx, 'read_issue', project))) return false;
  if (issue.confidential === 0) return true;
  if (await mayInProject(ctx, 'read_confidential_issue', project)) return true;
  return isOwn(ctx, issue);
}

/** Whether the caller is the author or an assignee. */
export async function isOwn(ctx: Ctx, issue: Issue): Promise<boolean> {
  const userId = actingUserId(ctx);
  if (userId === null) return false;
  if (issue.author_id === userId) return true;
  const assignees = await listAssignees(ctx.db, [issue.id]);
  return assignees.some((row) => row.user_id === userId);
}

/** The issue of an iid for one who may read it; 404 for none and for hidden ones. */
export async function getIssue(ctx: Ctx, project: Project, iid: number): Promise<Issue> {
  const issue = await findIssue(ctx.db, project.id, iid);
  if (issue === undefined || !(await mayRead(ctx, project, issue))) throw notFound('Issue');
  return issue;
}

/** The issue of an id with its project, for one who may read it; undefined for none. */
export async function getIssueById(
  ctx: Ctx,
  id: number,
): Promise<{ project: Project; issue: Issue } | undefined> {
  const issue = await findIssueById(ctx.db, id);
  const project = issue && (await findProjectById(ctx, issue.project_id));
  if (issue === undefined || project === undefined) return undefined;
  return (await mayRead(ctx, project, issue)) ? { project, issue } : undefined;
}

/** How many merge requests that the caller may read close each of these issues. */
export const closingCounts = (ctx: Ctx, ids: readonly number[]): Promise<Map<number, number>> =>
  countClosing(ctx.db, viewerOf(ctx), ids);

/** 403 where a project has its issues switched off. */
export function requireIssues(project: Project): void {
  if (project.issues_enabled !== 1) throw forbidden();
}

/** May the caller set labels, assignees, milestone and the like? */
export async function mayPlan(ctx: Ctx, project: Project): Promise<boolean> {
  return isAdministrator(ctx) || (await mayInProject(ctx, 'update_issue', project));
}

/** What notes hang on. */
export const noteableOf = (project: Project, issue: Issue): Noteable => ({
  type: 'Issue',
  id: issue.id,
  iid: issue.iid,
  project,
  authorId: issue.author_id,
  locked: issue.discussion_locked === 1,
});

/** Ids of all who take part: author, assignees, commenters. */
export async function participantIds(ctx: Ctx, project: Project, issue: Issue): Promise<number[]> {
  const assignees = await listAssignees(ctx.db, [issue.id]);
  const commenters = await commentersOf(ctx, noteableOf(project, issue));
  return [...new Set([issue.author_id, ...assignees.map((row) => row.user_id), ...commenters])];
}

/** What label links and label events hang on. */
export const labelTargetOf = (issue: Pick<Issue, 'id'>) =>
  ({ target_type: 'Issue', target_id: issue.id }) as const;

/** What events of its state and milestone are of. */
export const eventTargetOf = (issue: Pick<Issue, 'id'>) =>
  ({ type: 'Issue', id: issue.id }) as const;

/** Notes what the acting user did; jobs of the system leave no note. */
export async function tell(ctx: Ctx, issue: Issue, body: string): Promise<void> {
  const authorId = actingUserId(ctx);
  if (authorId === null) return;
  const noteable = { type: 'Issue', id: issue.id, project: { id: issue.project_id } } as const;
  await addSystemNote(ctx, noteable, { body, authorId });
}
