import type { Issue as IssueRecord } from '#contract/issues.ts';
import type { Ctx } from '../../context.ts';
import { presentLabelDetails } from '../labels/present.ts';
import { labelsOf } from '../labels/rules.ts';
import { shownDuration } from '../merge-requests/duration.ts';
import { presentMilestone } from '../milestones/present.ts';
import { milestonesById } from '../milestones/rules.ts';
import { projectsById } from '../projects/rules.ts';
import { presentUserSummary } from '../users/present.ts';
import { usersById } from '../users/rules.ts';
import { assigneesOf } from './people-rules.ts';
import { closingCounts, type Issue } from './rules.ts';
import { isSubscribed } from './subscription-rules.ts';

type Listed = Omit<IssueRecord, 'subscribed'>;

/** Where a record is read, for `references.relative`. */
export type Seen = { project: { id: number } } | { group: { full_path: string } } | undefined;

const types = {
  issue: 'ISSUE',
  incident: 'INCIDENT',
  test_case: 'TEST_CASE',
  task: 'TASK',
} as const;

/** Issue records with people, labels, milestones and projects, all fetched at once. */
export async function presentIssues(
  ctx: Ctx,
  rows: readonly Issue[],
  options: { seen?: Seen; labelDetails?: boolean } = {},
): Promise<Listed[]> {
  const ids = rows.map((row) => row.id);
  const projects = await projectsById(
    ctx,
    rows.map((row) => row.project_id),
  );
  const labels = await labelsOf(ctx, 'Issue', ids);
  const milestones = await milestonesById(
    ctx,
    rows.map((row) => row.milestone_id),
  );
  const assigned = await assigneesOf(ctx, ids);
  const closing = await closingCounts(ctx, ids);
  const users = await usersById(ctx, [
    ...rows.flatMap((row) => [row.author_id, row.closed_by_id]),
    ...[...assigned.values()].flat(),
  ]);
  const person = (id: number | null) => {
    const user = users.get(id ?? 0);
    return user === undefined ? undefined : presentUserSummary(ctx, user);
  };
  return rows.map((row) => {
    const project = projects.get(row.project_id);
    const author = person(row.author_id);
    if (project === undefined || author === undefined) throw new Error('an issue of nobody');
    const assignees = (assigned.get(row.id) ?? []).flatMap((id) => person(id) ?? []);
    const milestone = milestones.get(row.milestone_id ?? 0);
    const own = labels.get(row.id) ?? [];
    const api = `${ctx.publicUrl}/api/v4/projects/${row.project_id}`;
    const { task_count: count, task_completed_count: completed } = row;
    return {
      id: row.id,
      iid: row.iid,
      project_id: row.project_id,
      title: row.title,
      description: row.description,
      state: row.state,
      created_at: row.created_at,
      updated_at: row.updated_at,
      closed_at: row.closed_at,
      closed_by: person(row.closed_by_id) ?? null,
      labels: options.labelDetails
        ? own.map((label) => presentLabelDetails(label))
        : own.map((label) => label.name),
      milestone: milestone === undefined ? null : presentMilestone(ctx, milestone),
      assignees,
      author,
      type: types[row.issue_type],
      assignee: assignees[0] ?? null,
      user_notes_count: row.user_notes_count,
      merge_requests_count: closing.get(row.id) ?? 0,
      upvotes: row.upvotes,
      downvotes: row.downvotes,
      due_date: row.due_date,
      confidential: row.confidential === 1,
      discussion_locked: row.discussion_locked === null ? null : row.discussion_locked === 1,
      issue_type: row.issue_type,
      web_url: `${ctx.publicUrl}/${project.full_path}/-/issues/${row.iid}`,
      time_stats: {
        time_estimate: row.time_estimate,
        total_time_spent: row.total_time_spent,
        human_time_estimate: shownDuration(ctx, row.time_estimate),
        human_total_time_spent: shownDuration(ctx, row.total_time_spent),
      },
      task_completion_status: { count, completed_count: completed },
      weight: row.weight,
      blocking_issues_count: 0,
      has_tasks: count > 0,
      task_status: `${completed} of ${count} checklist ${count === 1 ? 'item' : 'items'} completed`,
      _links: {
        self: `${api}/issues/${row.iid}`,
        notes: `${api}/issues/${row.iid}/notes`,
        award_emoji: `${api}/issues/${row.iid}/award_emoji`,
        project: api,
        closed_as_duplicate_of: null,
      },
      references: referencesOf(project.full_path, row, options.seen),
      severity: 'UNKNOWN',
      health_status: null,
      epic: null,
      moved_to_id: row.moved_to_id,
      imported: row.imported_from !== 'none',
      imported_from: row.imported_from,
      service_desk_reply_to: null,
    };
  });
}

/** `#1`; seen from a group or from everywhere the path is added as far as it differs. */
function referencesOf(path: string, row: Issue, seen: Seen) {
  const short = `#${row.iid}`;
  const full = `${path}#${row.iid}`;
  if (seen === undefined) return { short, relative: full, full };
  if ('project' in seen) return { short, relative: short, full };
  const above = `${seen.group.full_path}/`;
  return { short, relative: full.startsWith(above) ? full.slice(above.length) : full, full };
}

/** One issue's record, with what is true of the caller alone. */
export async function presentIssue(ctx: Ctx, row: Issue): Promise<IssueRecord> {
  const [record] = await presentIssues(ctx, [row], { seen: { project: { id: row.project_id } } });
  if (record === undefined) throw new Error('one issue in, one record out');
  return { ...record, subscribed: await isSubscribed(ctx, row) };
}
