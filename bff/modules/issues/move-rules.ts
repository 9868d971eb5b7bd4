import { actingUser, type Ctx, now, transact } from '../../context.ts';
import { nextNumber } from '../../db/counters.ts';
import { refused } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { announce } from '../events/rules.ts';
import { copyAwardsOfIssue } from '../award-emoji/rules.ts';
import { changeLabels, labelsOf, usableLabels } from '../labels/rules.ts';
import { milestonePage, milestonesById } from '../milestones/rules.ts';
import { copyNotes } from '../notes/copy-rules.ts';
import { moreOpen } from '../projects/check-rules.ts';
import { authorizeProject, mayInProject, type Project } from '../projects/rules.ts';
import { tellMilestone, tellStateChange } from '../resource-events/write-rules.ts';
import { problemsWithAssignees } from './people-rules.ts';
import {
  insertAssignees,
  insertIssue,
  type Issue,
  listAssignees,
  lockIssue,
  updateIssueRow,
} from './repository.ts';
import { eventTargetOf, getIssue, labelTargetOf, noteableOf, tell } from './rules.ts';

interface Destination {
  iid: number;
  projectId: number;
}

/** Moves an issue with all that hangs on it to another project; the old one is closed and says where. */
export async function moveIssue(ctx: Ctx, project: Project, to: Destination): Promise<Issue> {
  const found = await getIssue(ctx, project, to.iid);
  const target = await authorizeProject(ctx, String(to.projectId), 'read_project');
  if (target.id === project.id) {
    throw refused('Cannot move issue to project it originates from!');
  }
  await requirePlanning(ctx, 'move', [project, target]);
  return transact(ctx, async (ctx) => {
    const before = (await lockIssue(ctx.db, found.id)) ?? found;
    // Two who move it at once: the second comes too late.
    if (before.moved_to_id !== null) throw noPermission('move');
    const made = await copyIssue(ctx, { target, issue: before, as: 'move' });
    await copyNotes(ctx, noteableOf(project, before), noteableOf(target, made));
    await copyAwardsOfIssue(ctx, before.id, made.id);
    const time = now(ctx);
    const closing =
      before.state === 'closed'
        ? {}
        : { state: 'closed' as const, closed_at: time, closed_by_id: actingUser(ctx).id };
    const left = { ...closing, moved_to_id: made.id, updated_at: time };
    const after = await updateIssueRow(ctx.db, before.id, left);
    const closed = { before: before.state, after: after.state, at: time };
    await tellStateChange(ctx, eventTargetOf(after), closed);
    await tell(ctx, after, `moved to ${nameIn(project, target, made)}`);
    await tell(ctx, made, `moved from ${nameIn(target, project, before)}`);
    const there = fullName(target, made);
    await record(ctx, project, { action: 'issue.move', issue: after, made: there });
    return (await lockIssue(ctx.db, made.id)) ?? made;
  });
}

/** Copies an issue as one of the caller's own; its comments come along where asked. */
export async function cloneIssue(
  ctx: Ctx,
  project: Project,
  to: Destination & { notes: boolean },
): Promise<Issue> {
  const issue = await getIssue(ctx, project, to.iid);
  const target = await authorizeProject(ctx, String(to.projectId), 'read_project');
  await requirePlanning(ctx, 'clone', [project, target]);
  return transact(ctx, async (ctx) => {
    const made = await copyIssue(ctx, { target, issue, as: 'clone' });
    if (to.notes) await copyNotes(ctx, noteableOf(project, issue), noteableOf(target, made));
    await tell(ctx, issue, `cloned to ${nameIn(project, target, made)}`);
    await tell(ctx, made, `cloned from ${nameIn(target, project, issue)}`);
    const there = fullName(target, made);
    await record(ctx, project, { action: 'issue.clone', issue, made: there });
    return (await lockIssue(ctx.db, made.id)) ?? made;
  });
}

const fullName = (project: Project, issue: Issue) => `${project.full_path}#${issue.iid}`;

/** What readers here are told of an issue there: a project that they may not see has no name for them. */
function nameIn(here: Project, there: Project, issue: Issue): string {
  const hidden = there.visibility === 'private' || moreOpen(here.visibility, there.visibility);
  return hidden && there.id !== here.id ? 'another project' : fullName(there, issue);
}

const noPermission = (verb: 'move' | 'clone') =>
  refused(`Cannot ${verb} issue due to insufficient permissions!`);

async function requirePlanning(
  ctx: Ctx,
  verb: 'move' | 'clone',
  projects: readonly Project[],
): Promise<void> {
  for (const project of projects) {
    const may = await mayInProject(ctx, 'update_issue', project);
    if (!may || project.issues_enabled !== 1) throw noPermission(verb);
  }
}

async function copyIssue(
  ctx: Ctx,
  of: { target: Project; issue: Issue; as: 'move' | 'clone' },
): Promise<Issue> {
  const { target, issue } = of;
  const { id: _, upvotes, downvotes, ...columns } = issue;
  const moves = of.as === 'move';
  const time = now(ctx);
  const fresh = {
    author_id: actingUser(ctx).id,
    state: 'opened' as const,
    closed_at: null,
    closed_by_id: null,
    total_time_spent: 0,
    created_at: time,
  };
  const made = await insertIssue(ctx.db, {
    ...columns,
    ...(moves ? { upvotes, downvotes } : fresh),
    project_id: target.id,
    iid: await nextNumber(ctx.db, 'project:issues', target.id),
    milestone_id: await milestoneIn(ctx, target, issue),
    user_notes_count: 0,
    moved_to_id: null,
    relative_position: null,
    updated_at: time,
  });
  const milestone = { before: null, after: made.milestone_id, at: time };
  await tellMilestone(ctx, eventTargetOf(made), milestone);
  await copyPeople(ctx, { target, issue, made });
  await copyLabels(ctx, { target, issue, made });
  await announce(ctx, [
    { name: 'issue.create', subject: { type: 'Issue', id: made.id }, projectId: target.id },
  ]);
  return made;
}

/** The milestone of the same title that the target may use. */
async function milestoneIn(ctx: Ctx, target: Project, issue: Issue): Promise<number | null> {
  const milestone = (await milestonesById(ctx, [issue.milestone_id])).get(issue.milestone_id ?? 0);
  if (milestone === undefined) return null;
  const paging = { offset: 0, perPage: 1 };
  const same = { title: milestone.title, include_ancestors: true, page: 1, per_page: 1, paging };
  return (await milestonePage(ctx, { project: target }, same)).rows[0]?.id ?? null;
}

type Copy = { target: Project; issue: Issue; made: Issue };

/** Assignees come along as far as they may read the target. */
async function copyPeople(ctx: Ctx, { target, issue, made }: Copy): Promise<void> {
  const ids = (await listAssignees(ctx.db, [issue.id])).map((row) => row.user_id);
  const welcome: number[] = [];
  for (const id of ids) {
    const problems = await problemsWithAssignees(ctx, target, [id]);
    if (Object.keys(problems).length === 0) welcome.push(id);
  }
  await insertAssignees(ctx.db, made.id, welcome);
}

/** Labels come along as far as the target has some of the same names. */
async function copyLabels(ctx: Ctx, { target, issue, made }: Copy): Promise<void> {
  const own = (await labelsOf(ctx, 'Issue', [issue.id])).get(issue.id) ?? [];
  const there = await usableLabels(
    ctx,
    target,
    own.map((label) => label.name),
  );
  const change = { add: there.map((label) => label.name) };
  await changeLabels(ctx, { project: target, target: labelTargetOf(made) }, change);
}

async function record(
  ctx: Ctx,
  project: Project,
  { action, issue, made }: { action: 'issue.move' | 'issue.clone'; issue: Issue; made: string },
): Promise<void> {
  await audit(ctx, {
    action,
    subject: { type: 'Issue', id: issue.id, name: fullName(project, issue) },
    projectId: project.id,
    after: { to: made },
  });
}
