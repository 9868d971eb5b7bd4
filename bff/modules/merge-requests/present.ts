import type * as z from 'zod';
import type {
  ListedMergeRequest,
  milestoneRecord,
  simpleMergeRequest,
  timeStats,
} from '#contract/merge-request-record.ts';
import type { PipelineStatus } from '#contract/pipeline-record.ts';
import { type Ctx, now, type User } from '../../context.ts';
import { presentLabelDetails } from '../labels/present.ts';
import { type Label, labelsOf } from '../labels/rules.ts';
import { type Project, projectsById } from '../projects/rules.ts';
import { presentUserSummary } from '../users/present.ts';
import { usersById } from '../users/rules.ts';
import { shownDuration } from './duration.ts';
import { squashesOnMerge } from './merge-plan.ts';
import { areThreadsResolved, detailedMergeStatus, shownMergeStatus } from './merge-status.ts';
import { type Milestone, milestonesById, peopleOf, reviewsOf } from './related-rules.ts';
import type { MergeRequest } from './rules.ts';
import {
  approvalsThatCount,
  blockedThatCount,
  openControlsThatCount,
  pipelinesThatCount,
} from './status-rules.ts';

/** For whom records are made: references leave out what they share with the place asked. */
export interface Shown {
  /** Full path of the project or group of the request. */
  place?: string;
  labelDetails?: boolean;
  /** The newest pipelines of the heads, where they are known already. */
  heads?: ReadonlyMap<number, { status: PipelineStatus }>;
}

interface Related {
  project: Project;
  users: Map<number, User>;
  labels: readonly Label[];
  assignees: readonly number[];
  reviewers: readonly number[];
  changesRequested: boolean;
  milestone: Milestone | undefined;
  pipeline: PipelineStatus | undefined;
  missingApprovals: number | undefined;
  blocked: boolean;
  controlsOpen: boolean;
}

/** Records of lists; everything that they name is fetched at once for all. */
export async function presentMergeRequests(
  ctx: Ctx,
  rows: readonly MergeRequest[],
  shown: Shown = {},
): Promise<ListedMergeRequest[]> {
  const ids = rows.map((row) => row.id);
  const projects = await projectsById(
    ctx,
    rows.map((row) => row.target_project_id),
  );
  const labels = await labelsOf(ctx, 'MergeRequest', ids);
  const assignees = await peopleOf(ctx, 'assignees', ids);
  const reviews = await reviewsOf(ctx, ids);
  const milestones = await milestonesById(
    ctx,
    rows.map((row) => row.milestone_id),
  );
  const users = await usersById(ctx, [
    ...rows.flatMap((row) => [row.author_id, row.merge_user_id, row.closed_by_id]),
    ...[...assignees.values()].flat(),
    ...[...reviews.values()].flat().map((review) => review.user_id),
  ]);
  const pipelines = await pipelinesThatCount(ctx, rows, { projects, heads: shown.heads });
  const missing = await approvalsThatCount(ctx, rows);
  const blocked = await blockedThatCount(ctx, rows);
  const openControls = await openControlsThatCount(ctx, rows, projects.values());
  const instant = now(ctx);
  return rows.map((row) => {
    const project = projects.get(row.target_project_id);
    if (project === undefined) throw new Error('a merge request without a project');
    const reviewers = reviews.get(row.id) ?? [];
    return presentOne(ctx, row, {
      shown,
      instant,
      project,
      users,
      labels: labels.get(row.id) ?? [],
      assignees: assignees.get(row.id) ?? [],
      reviewers: reviewers.map((review) => review.user_id),
      changesRequested: reviewers.some((review) => review.changes_requested === 1),
      milestone: milestones.get(row.milestone_id ?? 0),
      pipeline: pipelines.get(row.id),
      missingApprovals: missing.get(row.id),
      blocked: blocked.has(row.id),
      controlsOpen: openControls.has(project.id),
    });
  });
}

function presentOne(
  ctx: Ctx,
  row: MergeRequest,
  related: Related & { shown: Shown; instant: string },
): ListedMergeRequest {
  const { project, users, labels, shown } = related;
  const person = (id: number | null) => {
    const user = users.get(id ?? 0);
    return user === undefined ? null : presentUserSummary(ctx, user);
  };
  const people = (ids: readonly number[]) => ids.flatMap((id) => person(id) ?? []);
  const author = person(row.author_id);
  if (author === null) throw new Error('a merge request without an author');
  const assignees = people(related.assignees);
  const mergeUser = person(row.merge_user_id);
  const names = labels.map((label) => label.name);
  const draft = row.draft === 1;
  const fork = row.source_project_id !== row.target_project_id;
  const collaboration = row.allow_collaboration === 1;
  // One literal: a record of so many fields that is put together from others costs several times
  // as much to make, and again to write as JSON.
  const record: ListedMergeRequest = {
    id: row.id,
    iid: row.iid,
    project_id: row.target_project_id,
    title: row.title,
    description: row.description,
    state: row.state,
    created_at: row.created_at,
    updated_at: row.updated_at,
    web_url: webUrlOf(ctx, row, project),
    merged_by: row.state === 'merged' ? mergeUser : null,
    merge_user: mergeUser,
    merged_at: row.merged_at,
    merge_after: row.merge_after,
    prepared_at: row.prepared_at,
    closed_by: person(row.closed_by_id),
    closed_at: row.closed_at,
    target_branch: row.target_branch,
    source_branch: row.source_branch,
    user_notes_count: row.user_notes_count,
    upvotes: row.upvotes,
    downvotes: row.downvotes,
    author,
    assignees,
    assignee: assignees[0] ?? null,
    reviewers: people(related.reviewers),
    source_project_id: row.source_project_id,
    target_project_id: row.target_project_id,
    labels: shown.labelDetails === true ? labels.map(presentLabelDetails) : names,
    draft,
    work_in_progress: draft,
    imported: row.imported_from !== 'none',
    imported_from: row.imported_from,
    milestone: related.milestone === undefined ? null : presentMilestone(ctx, related.milestone),
    merge_when_pipeline_succeeds: row.auto_merge === 1,
    merge_status: shownMergeStatus(row.merge_status),
    detailed_merge_status: detailedMergeStatus(row, project, {
      instant: related.instant,
      pipeline: related.pipeline,
      changesRequested: related.changesRequested,
      missingApprovals: related.missingApprovals,
      blocked: related.blocked,
      controlsOpen: related.controlsOpen,
    }),
    sha: row.head_sha,
    merge_commit_sha: row.merge_commit_sha,
    squash_commit_sha: row.squash_commit_sha,
    discussion_locked: flag(row.discussion_locked),
    should_remove_source_branch: flag(row.should_remove_source_branch),
    force_remove_source_branch: row.force_remove_source_branch === 1,
    reference: `!${row.iid}`,
    references: presentReferences(row, project, shown.place),
    time_stats: presentTimeStats(ctx, row),
    squash: row.squash === 1,
    squash_on_merge: squashesOnMerge(row, project),
    task_completion_status: {
      count: row.task_count,
      completed_count: row.task_completed_count,
    },
    has_conflicts: row.merge_status === 'cannot_be_merged',
    blocking_discussions_resolved: areThreadsResolved(row, project),
    approvals_before_merge: row.approvals_before_merge,
  };
  if (fork) {
    record.allow_collaboration = collaboration;
    record.allow_maintainer_to_push = collaboration;
  }
  return record;
}

const webUrlOf = (ctx: Ctx, row: MergeRequest, project: Project): string =>
  `${ctx.publicUrl}/${project.full_path}/-/merge_requests/${row.iid}`;

/** Time that a merge request is to take and has taken. */
export const presentTimeStats = (
  ctx: Ctx,
  row: Pick<MergeRequest, 'time_estimate' | 'total_time_spent'>,
): z.output<typeof timeStats> => ({
  time_estimate: row.time_estimate,
  total_time_spent: row.total_time_spent,
  human_time_estimate: shownDuration(ctx, row.time_estimate),
  human_total_time_spent: shownDuration(ctx, row.total_time_spent),
});

const flag = (value: number | null) => (value === null ? null : value === 1);

/** The short record. */
const presentBasics = (
  ctx: Ctx,
  row: MergeRequest,
  project: Project,
): z.output<typeof simpleMergeRequest> => ({
  id: row.id,
  iid: row.iid,
  project_id: row.target_project_id,
  title: row.title,
  description: row.description,
  state: row.state,
  created_at: row.created_at,
  updated_at: row.updated_at,
  web_url: webUrlOf(ctx, row, project),
});

function presentReferences(row: MergeRequest, project: Project, place: string | undefined) {
  const short = `!${row.iid}`;
  const full = project.full_path + short;
  const inside = place !== undefined && project.full_path.startsWith(`${place}/`);
  const outer = inside ? full.slice(place.length + 1) : full;
  const relative = place === project.full_path ? short : outer;
  return { short, relative, full };
}

/** The short records of `view=simple`. */
export async function presentSimply(
  ctx: Ctx,
  rows: readonly MergeRequest[],
): Promise<z.output<typeof simpleMergeRequest>[]> {
  const projects = await projectsById(
    ctx,
    rows.map((row) => row.target_project_id),
  );
  return rows.flatMap((row) => {
    const project = projects.get(row.target_project_id);
    return project === undefined ? [] : presentBasics(ctx, row, project);
  });
}

function presentMilestone(ctx: Ctx, row: Milestone): z.output<typeof milestoneRecord> {
  const { id, iid, project_id, group_id, title, description, state } = row;
  const path = group_id === null ? row.full_path : `groups/${row.full_path}`;
  return {
    id,
    iid,
    ...(project_id === null ? {} : { project_id }),
    ...(group_id === null ? {} : { group_id }),
    title,
    description,
    state,
    created_at: row.created_at,
    updated_at: row.updated_at,
    due_date: row.due_date,
    start_date: row.start_date,
    web_url: `${ctx.publicUrl}/${path}/-/milestones/${iid}`,
  };
}
