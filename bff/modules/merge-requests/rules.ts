import type { Page } from '#contract/common.ts';
import { accessLevels } from '#contract/abilities.ts';
import { actingUserId, type Ctx, isAdministrator, transact, type User } from '../../context.ts';
import { forbidden, notFound } from '../../errors.ts';
import { enqueue, enqueueAll } from '../../jobs/queue.ts';
import { refuseStale } from '../../preconditions.ts';
import { audit } from '../audit/rules.ts';
import { forgetLabelsOf } from '../labels/rules.ts';
import { wakeWaitingFor } from '../merge-request-dependencies/state-rules.ts';
import { addSystemNote, commentersOf, forgetNotesOf, type Noteable } from '../notes/rules.ts';
import {
  findProjectById,
  mayInProject,
  mayUserInProject,
  type Project,
  projectLevelOfActor,
} from '../projects/rules.ts';
import { mayMerge } from '../repositories/rules.ts';
import { usersById } from '../users/rules.ts';
import {
  findUsableMilestone,
  findVersion,
  findVersionOfHead,
  hasVersion,
  listVersions,
  type Version,
} from './related-repository.ts';
import {
  deleteMergeRequestRow,
  findMergeRequest,
  findMergeRequestById,
  listPeople,
  lockMergeRequest,
  type MergeRequest,
  type Person,
} from './repository.ts';

export type { MergeRequest } from './repository.ts';
export type { Version } from './related-repository.ts';

/** 403 where a project has its merge requests switched off. */
export function requireMergeRequests(project: Project): void {
  if (project.merge_requests_enabled !== 1) throw forbidden();
}

/** The merge request of an iid for one who may read it; 404 for none. */
export async function getMergeRequest(
  ctx: Ctx,
  project: Project,
  iid: number,
): Promise<MergeRequest> {
  requireMergeRequests(project);
  const row = await findMergeRequest(ctx.db, project.id, iid);
  if (row === undefined) throw notFound('Merge Request');
  if (!(await mayInProject(ctx, 'read_merge_request', project))) throw notFound('Merge Request');
  return row;
}

/** The merge request of an id with its project, for one who may read it; undefined for none. */
export async function getMergeRequestById(
  ctx: Ctx,
  id: number,
): Promise<{ project: Project; row: MergeRequest } | undefined> {
  const row = await findMergeRequestById(ctx.db, id);
  const project = row && (await findProjectById(ctx, row.target_project_id));
  if (row === undefined || project?.merge_requests_enabled !== 1) return undefined;
  return (await mayInProject(ctx, 'read_merge_request', project)) ? { project, row } : undefined;
}

/** The row as it is now, held until the transaction ends; 404 where it is gone. */
export async function lockMergeRequestOf(
  ctx: Ctx,
  row: Pick<MergeRequest, 'id'>,
): Promise<MergeRequest> {
  const held = await lockMergeRequest(ctx.db, row.id);
  if (held === undefined) throw notFound('Merge Request');
  return held;
}

/** What notes hang on. */
export const noteableOf = (project: Project, row: MergeRequest): Noteable => ({
  type: 'MergeRequest',
  id: row.id,
  iid: row.iid,
  project,
  authorId: row.author_id,
  openHead: row.state === 'opened' ? row.head_sha : null,
  locked: row.discussion_locked === 1,
});

/** What label links and label events hang on. */
export const labelTargetOf = (row: Pick<MergeRequest, 'id'>) =>
  ({ target_type: 'MergeRequest', target_id: row.id }) as const;

/** What events of its state and milestone are of. */
export const eventTargetOf = (row: Pick<MergeRequest, 'id'>) =>
  ({ type: 'MergeRequest', id: row.id }) as const;

/** Notes what the acting user did; jobs of the system leave no note. */
export async function tell(
  ctx: Ctx,
  row: Pick<MergeRequest, 'id' | 'target_project_id'>,
  said: { body: string; by?: number | null },
): Promise<void> {
  const authorId = said.by ?? actingUserId(ctx);
  if (authorId === null) return;
  const noteable = {
    type: 'MergeRequest',
    id: row.id,
    project: { id: row.target_project_id },
  } as const;
  await addSystemNote(ctx, noteable, { body: said.body, authorId });
}

/** Asks for a check in the background, once however often it is asked for. */
export const askForRefresh = (
  ctx: Ctx,
  id: number,
  options: { by?: number | null } = {},
): Promise<void> =>
  enqueue(
    ctx,
    'refresh_merge_request',
    { merge_request_id: id, user_id: options.by ?? null },
    { dedup: String(id) },
  );

/** Asks for the checks of several, in one statement. */
export const askForRefreshes = (ctx: Ctx, ids: readonly number[]): Promise<void> =>
  enqueueAll(
    ctx,
    'refresh_merge_request',
    ids.map((id) => ({
      payload: { merge_request_id: id, user_id: null },
      dedup: String(id),
    })),
  );

/** Has the issues looked up that a merge request names, where what says so is new. */
export async function askForIssueLinks(
  ctx: Ctx,
  row: MergeRequest,
  before?: MergeRequest,
): Promise<void> {
  const said = ({ title, description, target_branch, state }: MergeRequest) =>
    JSON.stringify([title, description, target_branch, state]);
  if (before !== undefined && said(before) === said(row)) return;
  await enqueue(ctx, 'link_issues', { merge_request_id: row.id }, { dedup: String(row.id) });
}

/** Developers may change merge requests; authors and assignees their own. */
export async function mayUpdate(ctx: Ctx, project: Project, row: MergeRequest): Promise<boolean> {
  if (project.archived === 1) return false;
  if (await mayInProject(ctx, 'update_merge_request', project)) return true;
  const userId = actingUserId(ctx);
  if (userId === null) return false;
  if (row.author_id === userId) return true;
  const assignees = await listPeople(ctx.db, 'assignees', [row.id]);
  return assignees.some((person) => person.user_id === userId);
}

/** May the caller merge into this branch? */
export async function mayMergeInto(ctx: Ctx, project: Project, branch: string): Promise<boolean> {
  if (project.archived === 1) return false;
  const level = isAdministrator(ctx) ? accessLevels.owner : await projectLevelOfActor(ctx, project);
  return mayMerge(ctx, project, { branch, level });
}

/** Of these ids those of people who may not read the project's merge requests. */
export async function strangersAmong(
  ctx: Ctx,
  project: Project,
  ids: readonly number[],
): Promise<number[]> {
  const users = await usersById(ctx, ids);
  const strangers: number[] = [];
  for (const id of ids) {
    const user: User | undefined = users.get(id);
    const may =
      user?.state === 'active' &&
      (await mayUserInProject(ctx, user, 'read_merge_request', project));
    if (!may) strangers.push(id);
  }
  return strangers;
}

/** A milestone that the project may use; undefined for none. */
export const usableMilestone = (
  ctx: Ctx,
  project: Project,
  id: number,
): Promise<{ id: number; title: string } | undefined> => findUsableMilestone(ctx.db, project, id);

/** Deletes a merge request with all that hangs on it: Owners and administrators only. */
export async function removeMergeRequest(
  ctx: Ctx,
  project: Project,
  given: { iid: number; unmodifiedSince: string | undefined },
): Promise<void> {
  const row = await getMergeRequest(ctx, project, given.iid);
  if (!(await mayInProject(ctx, 'delete_merge_request', project))) throw forbidden();
  refuseStale(row, given.unmodifiedSince);
  await transact(ctx, async (ctx) => {
    await forgetNotesOf(ctx, { type: 'MergeRequest', id: row.id });
    await forgetLabelsOf(ctx, labelTargetOf(row));
    await wakeWaitingFor(ctx, { of: 'id', id: row.id });
    await deleteMergeRequestRow(ctx.db, row.id);
    await enqueue(ctx, 'forget_merge_request', { project_id: project.id, iid: row.iid });
    await audit(ctx, {
      action: 'merge_request.remove',
      subject: { type: 'MergeRequest', id: row.id, name: `${project.full_path}!${row.iid}` },
      projectId: project.id,
      before: { title: row.title, state: row.state },
    });
  });
}

/** One page of the versions of a merge request. */
export const versionPage = (
  ctx: Ctx,
  row: MergeRequest,
  paging: { offset: number; perPage: number },
): Promise<Page<Version>> => listVersions(ctx.db, row.id, paging);

/** One version; 404 for none and for those of other merge requests. */
export async function getVersion(ctx: Ctx, row: MergeRequest, id: number): Promise<Version> {
  const version = await findVersion(ctx.db, row.id, id);
  if (version === undefined) throw notFound();
  return version;
}

/** The newest version of a head; undefined for commits that never were one. */
export const getVersionOfHead = (
  ctx: Ctx,
  row: MergeRequest,
  head: string,
): Promise<Version | undefined> => findVersionOfHead(ctx.db, row.id, head);

/** Whether a merge request has had such a version, for positions in its diffs. */
export const isVersionOf = (
  ctx: Ctx,
  id: number,
  commits: Pick<Version, 'base_commit_sha' | 'head_commit_sha' | 'start_commit_sha'>,
): Promise<boolean> => hasVersion(ctx.db, id, commits);

/** Reviewers with the states of their reviews. */
export const reviewersOf = (ctx: Ctx, row: MergeRequest): Promise<Person<'reviewers'>[]> =>
  listPeople(ctx.db, 'reviewers', [row.id]);

/** Ids of all who take part: author, assignees, reviewers, commenters. */
export async function participantIds(
  ctx: Ctx,
  project: Project,
  row: MergeRequest,
): Promise<number[]> {
  const assignees = await listPeople(ctx.db, 'assignees', [row.id]);
  const reviewers = await listPeople(ctx.db, 'reviewers', [row.id]);
  const commenters = await commentersOf(ctx, noteableOf(project, row));
  const people = [...assignees, ...reviewers].map((person) => person.user_id);
  return [...new Set([row.author_id, ...people, ...commenters])];
}
