import type { BodyOf } from '#contract/endpoint.ts';
import type { issues } from '#contract/issues.ts';
import {
  actingUser,
  actingUserId,
  type Ctx,
  isAdministrator,
  now,
  transact,
} from '../../context.ts';
import { nextNumber, skipNumber } from '../../db/counters.ts';
import { bit, isUniqueViolation } from '../../db/portable.ts';
import type { Change } from '../../db/schema.ts';
import { conflict, forbidden, invalid } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { changeLabels, forgetLabelsOf, namesOf } from '../labels/rules.ts';
import { countTasks } from '../merge-requests/tasks.ts';
import { usableMilestone } from '../milestones/rules.ts';
import { forgetNotesOf } from '../notes/rules.ts';
import { mayInProject, type Project, projectLevelOfActor } from '../projects/rules.ts';
import { tellMilestone, tellStateChange } from '../resource-events/write-rules.ts';
import { noteOrigin } from './origin-rules.ts';
import {
  type Assignment,
  problemsWithAssignees,
  setAssignees,
  wantedAssignees,
} from './people-rules.ts';
import {
  deleteIssueRow,
  insertIssue,
  type Issue,
  lockIssue,
  updateIssueRow,
} from './repository.ts';
import {
  eventTargetOf,
  getIssue,
  isOwn,
  labelTargetOf,
  mayPlan,
  requireIssues,
  tell,
} from './rules.ts';

type NewIssue = BodyOf<typeof issues.create>;
type Changes = BodyOf<typeof issues.update>;

/** What only those who plan may set, as far as the caller sent it. */
type Planned = Pick<
  Partial<NewIssue>,
  'milestone_id' | 'labels' | 'add_labels' | 'remove_labels' | 'due_date' | 'weight'
> &
  Assignment;

/** Opens an issue. Members may plan it at once; what others send of that is left out. */
export async function createIssue(ctx: Ctx, project: Project, body: NewIssue): Promise<Issue> {
  requireIssues(project);
  const member = isAdministrator(ctx) || (await projectLevelOfActor(ctx, project)) > 0;
  const planned: Planned = member ? body : {};
  await checkPlan(ctx, project, planned);
  const owner = await mayInProject(ctx, 'delete_issue', project);
  try {
    return await transact(ctx, (ctx) => write(ctx, project, { body, planned, owner }));
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('Duplicated issue');
    throw error;
  }
}

async function write(
  ctx: Ctx,
  project: Project,
  { body, planned, owner }: { body: NewIssue; planned: Planned; owner: boolean },
): Promise<Issue> {
  const time = now(ctx);
  const created_at = owner && body.created_at !== undefined ? body.created_at : time;
  const issue = await insertIssue(ctx.db, {
    ...textColumns(body),
    title: body.title.trim(),
    title_lower: body.title.trim().toLowerCase(),
    project_id: project.id,
    iid: await numberOf(ctx, project, owner ? body.iid : undefined),
    author_id: actingUser(ctx).id,
    confidential: bit(body.confidential ?? false),
    issue_type: body.issue_type ?? 'issue',
    milestone_id: planned.milestone_id || null,
    due_date: planned.due_date ?? null,
    weight: planned.weight ?? null,
    created_at,
    updated_at: created_at,
  });
  await noteOrigin(ctx, issue);
  const milestone = { before: null, after: issue.milestone_id, at: time };
  await tellMilestone(ctx, eventTargetOf(issue), milestone);
  await setAssignees(ctx, issue, wantedAssignees(planned));
  await changeLabels(
    ctx,
    { project, target: labelTargetOf(issue) },
    {
      add: namesOf([...(planned.labels ?? []), ...(planned.add_labels ?? [])]),
      remove: namesOf(planned.remove_labels ?? []),
    },
  );
  await audit(ctx, {
    action: 'issue.create',
    subject: { type: 'Issue', id: issue.id, name: `${project.full_path}#${issue.iid}` },
    projectId: project.id,
    after: { title: issue.title, confidential: issue.confidential === 1 },
  });
  return issue;
}

async function numberOf(ctx: Ctx, project: Project, wanted: number | undefined): Promise<number> {
  const of = { scope: 'project:issues', scopeId: project.id };
  if (wanted === undefined) return nextNumber(ctx.db, of.scope, of.scopeId);
  await skipNumber(ctx.db, of, wanted);
  return wanted;
}

function textColumns(body: { description?: string | null }) {
  const description = body.description ?? null;
  const tasks = countTasks(description);
  return {
    description,
    description_lower: description?.toLowerCase() ?? null,
    task_count: tasks.count,
    task_completed_count: tasks.completed,
  };
}

async function checkPlan(ctx: Ctx, project: Project, planned: Planned): Promise<void> {
  const problems = await problemsWithAssignees(ctx, project, wantedAssignees(planned) ?? []);
  const milestone = planned.milestone_id ?? 0;
  if (milestone !== 0 && (await usableMilestone(ctx, project, milestone)) === undefined) {
    problems.milestone_id = ['is invalid'];
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

/**
 * Changes an issue: Reporters all of it; authors and assignees its text and its state. `closedBy` is
 * the merge request whose merge asks for it.
 */
export async function updateIssue(
  ctx: Ctx,
  project: Project,
  { iid, body, closedBy }: { iid: number; body: Changes; closedBy?: number },
): Promise<Issue> {
  const found = await getIssue(ctx, project, iid);
  if (project.archived === 1) throw forbidden();
  const plans = await mayPlan(ctx, project);
  if (!plans && !(await isOwn(ctx, found))) throw forbidden();
  const planned: Planned = plans ? body : {};
  await checkPlan(ctx, project, planned);
  const owner = await mayInProject(ctx, 'delete_issue', project);
  return transact(ctx, async (ctx) => {
    const before = (await lockIssue(ctx.db, found.id)) ?? found;
    const time = now(ctx);
    const columns = columnsOf(before, {
      body,
      planned,
      plans,
      closing: { closed_at: time, closed_by_id: actingUserId(ctx) },
    });
    const changed = Object.fromEntries(
      Object.entries(columns).filter(([name, value]) => before[name as keyof Issue] !== value),
    );
    const people = await setAssignees(ctx, before, wantedAssignees(planned));
    const labels = await changeLabels(
      ctx,
      { project, target: labelTargetOf(before) },
      {
        ...(planned.labels === undefined ? {} : { set: namesOf(planned.labels ?? []) }),
        add: namesOf(planned.add_labels ?? []),
        remove: namesOf(planned.remove_labels ?? []),
      },
    );
    const any = Object.keys(changed).length > 0 || people || labels.added + labels.removed > 0;
    if (!any) return before;
    const updated_at = owner && body.updated_at !== undefined ? body.updated_at : time;
    const after = await updateIssueRow(ctx.db, before.id, { ...changed, updated_at });
    await tellChanges(ctx, before, after);
    await tellEvents(ctx, { before, after, at: time, mergeRequestId: closedBy });
    await record(ctx, project, { before, after, changed, planned });
    return after;
  });
}

function columnsOf(
  before: Issue,
  given: {
    body: Changes;
    planned: Planned;
    plans: boolean;
    closing: Pick<Issue, 'closed_at' | 'closed_by_id'>;
  },
): Change<'issues'> {
  const { body, planned, plans, closing } = given;
  const columns: Change<'issues'> = {};
  if (body.title !== undefined) {
    columns.title = body.title.trim();
    columns.title_lower = columns.title.toLowerCase();
  }
  if (body.description !== undefined) Object.assign(columns, textColumns(body));
  if (body.state_event === 'close' && before.state === 'opened') {
    Object.assign(columns, closing, { state: 'closed' });
  }
  if (body.state_event === 'reopen' && before.state === 'closed') {
    Object.assign(columns, { state: 'opened', closed_at: null, closed_by_id: null });
  }
  if (planned.milestone_id !== undefined) columns.milestone_id = planned.milestone_id || null;
  if (planned.due_date !== undefined) columns.due_date = planned.due_date;
  if (planned.weight !== undefined) columns.weight = planned.weight;
  if (!plans) return columns;
  const { confidential, discussion_locked, issue_type } = body;
  if (confidential !== undefined) columns.confidential = bit(confidential);
  if (issue_type !== undefined) columns.issue_type = issue_type;
  if (discussion_locked !== undefined) {
    columns.discussion_locked = discussion_locked === null ? null : bit(discussion_locked);
  }
  return columns;
}

async function tellChanges(ctx: Ctx, before: Issue, after: Issue): Promise<void> {
  if (before.title !== after.title) {
    await tell(ctx, after, `changed title from **${before.title}** to **${after.title}**`);
  }
  if (before.confidential !== after.confidential) {
    const words = after.confidential === 1 ? 'confidential' : 'visible to everyone';
    await tell(ctx, after, `made the issue ${words}`);
  }
  if (before.state !== after.state) {
    await tell(ctx, after, after.state === 'closed' ? 'closed' : 'reopened');
  }
}

/** What v4 clients ask for in events of their own. */
async function tellEvents(
  ctx: Ctx,
  change: { before: Issue; after: Issue; at: string; mergeRequestId: number | undefined },
): Promise<void> {
  const { before, after, at, mergeRequestId } = change;
  const of = eventTargetOf(after);
  const moved = { before: before.state, after: after.state, at, mergeRequestId };
  await tellStateChange(ctx, of, moved);
  await tellMilestone(ctx, of, { before: before.milestone_id, after: after.milestone_id, at });
}

async function record(
  ctx: Ctx,
  project: Project,
  given: { before: Issue; after: Issue; changed: Record<string, unknown>; planned: Planned },
): Promise<void> {
  const { before, after, changed, planned } = given;
  // Texts are stored once, in the row itself; the audit row names what was changed.
  const short = ([name, value]: [string, unknown]): [string, unknown][] =>
    name.startsWith('description') || name.endsWith('_lower') ? [] : [[name, value]];
  const old = Object.entries(before).filter(([name]) => name in changed);
  const { labels, add_labels, remove_labels, assignee_ids, assignee_id } = planned;
  await audit(ctx, {
    action: 'issue.update',
    subject: { type: 'Issue', id: after.id, name: `${project.full_path}#${after.iid}` },
    projectId: project.id,
    before: Object.fromEntries(old.flatMap(short)),
    after: {
      ...Object.fromEntries(Object.entries(changed).flatMap(short)),
      labels,
      add_labels,
      remove_labels,
      assignee_ids,
      assignee_id,
    },
  });
}

/** Deletes an issue with its notes and label events: Owners and administrators. */
export async function removeIssue(ctx: Ctx, project: Project, iid: number): Promise<void> {
  const issue = await getIssue(ctx, project, iid);
  if (!(await mayInProject(ctx, 'delete_issue', project))) throw forbidden();
  await transact(ctx, async (ctx) => {
    await forgetNotesOf(ctx, { type: 'Issue', id: issue.id });
    await forgetLabelsOf(ctx, labelTargetOf(issue));
    await deleteIssueRow(ctx.db, issue.id);
    await audit(ctx, {
      action: 'issue.remove',
      subject: { type: 'Issue', id: issue.id, name: `${project.full_path}#${issue.iid}` },
      projectId: project.id,
      before: { title: issue.title, state: issue.state },
    });
  });
}
