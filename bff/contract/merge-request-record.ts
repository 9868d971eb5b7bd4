import * as z from 'zod';
import { diff } from './commits.ts';
import { timestamp, userSummary } from './common.ts';
import { basicPipeline, pipeline } from './pipeline-record.ts';

export const mergeRequestStates = ['opened', 'closed', 'locked', 'merged'] as const;

/** The server is still finding out. */
export const undecidedMergeStatuses = ['preparing', 'checking', 'unchecked'] as const;

/** Why a merge request can or cannot be merged now, in the order in which reasons are looked for. */
export const detailedMergeStatuses = [
  ...undecidedMergeStatuses,
  'not_open',
  'requested_changes',
  'not_approved',
  'merge_request_blocked',
  'status_checks_must_pass',
  'merge_time',
  'draft_status',
  'commits_status',
  'discussions_not_resolved',
  'conflict',
  'need_rebase',
  'ci_still_running',
  'ci_must_pass',
  'mergeable',
] as const;
export type DetailedMergeStatus = (typeof detailedMergeStatuses)[number];

/** What passes by itself or by somebody's work; an auto-merge waits for it. */
export const passingMergeStatuses = [
  'requested_changes',
  'not_approved',
  'merge_request_blocked',
  'status_checks_must_pass',
  'merge_time',
  'draft_status',
  'discussions_not_resolved',
  'ci_still_running',
] as const satisfies readonly DetailedMergeStatus[];

/** A label inside other records. */
export const labelDetails = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    description_html: z.string(),
    text_color: z.string(),
    color: z.string(),
  })
  .meta({ id: 'LabelDetails' });

/** A milestone inside other records; a group's has `group_id` in place of `project_id`. */
export const milestoneRecord = z
  .object({
    id: z.int(),
    iid: z.int(),
    project_id: z.int().optional(),
    group_id: z.int().optional(),
    title: z.string(),
    description: z.string(),
    state: z.enum(['active', 'closed']),
    created_at: timestamp,
    updated_at: timestamp,
    due_date: z.iso.date().nullable(),
    start_date: z.iso.date().nullable(),
    web_url: z.string(),
  })
  .meta({ id: 'MilestoneRecord' });

/** Seconds, and the same as people write it. */
export const timeStats = z
  .object({
    time_estimate: z.int(),
    total_time_spent: z.int(),
    human_time_estimate: z.string().nullable(),
    human_total_time_spent: z.string().nullable(),
  })
  .meta({ id: 'TimeStats' });

const basicShape = {
  id: z.int(),
  iid: z.int(),
  project_id: z.int(),
  title: z.string(),
  description: z.string().nullable(),
  state: z.enum(mergeRequestStates),
  created_at: timestamp,
  updated_at: timestamp,
  web_url: z.string(),
};

/** The short record of `view=simple`. */
export const simpleMergeRequest = z.object(basicShape).meta({ id: 'SimpleMergeRequest' });

const recordShape = {
  ...basicShape,
  merged_by: userSummary.nullable(),
  merge_user: userSummary.nullable(),
  merged_at: timestamp.nullable(),
  merge_after: timestamp.nullable(),
  prepared_at: timestamp.nullable(),
  closed_by: userSummary.nullable(),
  closed_at: timestamp.nullable(),
  target_branch: z.string(),
  source_branch: z.string(),
  user_notes_count: z.int(),
  upvotes: z.int(),
  downvotes: z.int(),
  author: userSummary,
  assignees: z.array(userSummary),
  assignee: userSummary.nullable(),
  reviewers: z.array(userSummary),
  source_project_id: z.int().nullable(),
  target_project_id: z.int(),
  labels: z.union([z.array(z.string()), z.array(labelDetails)]),
  draft: z.boolean(),
  work_in_progress: z.boolean(),
  imported: z.boolean(),
  imported_from: z.string(),
  milestone: milestoneRecord.nullable(),
  merge_when_pipeline_succeeds: z.boolean(),
  merge_status: z.enum([
    'unchecked',
    'checking',
    'can_be_merged',
    'cannot_be_merged',
    'cannot_be_merged_recheck',
  ]),
  detailed_merge_status: z.enum(detailedMergeStatuses),
  sha: z.string().nullable(),
  merge_commit_sha: z.string().nullable(),
  squash_commit_sha: z.string().nullable(),
  discussion_locked: z.boolean().nullable(),
  should_remove_source_branch: z.boolean().nullable(),
  force_remove_source_branch: z.boolean(),
  /** Only of merge requests from a fork, as is the next. */
  allow_collaboration: z.boolean().optional(),
  allow_maintainer_to_push: z.boolean().optional(),
  reference: z.string(),
  references: z.object({ short: z.string(), relative: z.string(), full: z.string() }),
  time_stats: timeStats,
  squash: z.boolean(),
  squash_on_merge: z.boolean(),
  task_completion_status: z.object({ count: z.int(), completed_count: z.int() }),
  has_conflicts: z.boolean(),
  blocking_discussions_resolved: z.boolean(),
  approvals_before_merge: z.int().nullable(),
};

/** The record of lists. */
export const listedMergeRequest = z.object(recordShape).meta({ id: 'ListedMergeRequest' });
export type ListedMergeRequest = z.output<typeof listedMergeRequest>;

const singleShape = {
  ...recordShape,
  title_html: z.string().optional(),
  description_html: z.string().optional(),
  subscribed: z.boolean(),
  /** A number as text, `1000+` above a thousand; null until the diff exists. */
  changes_count: z.string().nullable(),
  merge_error: z.string().nullable(),
  /** What builds say is for those who may see them: absent for everyone else. */
  latest_build_started_at: timestamp.nullable().optional(),
  latest_build_finished_at: timestamp.nullable().optional(),
  first_deployed_to_production_at: timestamp.nullable().optional(),
  /** The newest pipeline of the head. */
  pipeline: basicPipeline.nullable().optional(),
  head_pipeline: pipeline.nullable().optional(),
  diff_refs: z
    .object({ base_sha: z.string(), head_sha: z.string(), start_sha: z.string() })
    .nullable(),
  rebase_in_progress: z.boolean().optional(),
  diverged_commits_count: z.int().optional(),
  first_contribution: z.boolean(),
  user: z.object({ can_merge: z.boolean() }),
};

/** The record of the single read. */
export const mergeRequest = z.object(singleShape).meta({ id: 'MergeRequest' });
export type MergeRequest = z.output<typeof mergeRequest>;

/** The single read with its changed files. */
export const mergeRequestChanges = z
  .object({ ...singleShape, changes: z.array(diff), overflow: z.boolean() })
  .meta({ id: 'MergeRequestChanges' });
