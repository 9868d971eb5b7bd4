import type { detailedMergeStatuses } from '#contract/merge-request-record.ts';
import type { Row } from '../../db/schema.ts';

export type MergeStatus = Row<'merge_requests'>['merge_status'];
export type DetailedMergeStatus = (typeof detailedMergeStatuses)[number];

/** The status as the API shows it: two values are inner ones. */
export function shownMergeStatus(
  status: MergeStatus,
): Exclude<MergeStatus, 'preparing' | 'cannot_be_merged_rechecking'> {
  return status === 'preparing' || status === 'cannot_be_merged_rechecking' ? 'checking' : status;
}

/** Whether a check has ended and nothing has asked for another one since. */
export const isSettled = (status: MergeStatus): boolean =>
  status === 'can_be_merged' || status === 'cannot_be_merged';

/** After a push to either branch. */
export function statusAfterPush(status: MergeStatus): MergeStatus {
  return status.startsWith('cannot_be_merged') ? 'cannot_be_merged_recheck' : 'unchecked';
}

/** When a check starts; one that makes the first diff stays `preparing`. */
export function statusWhileChecked(status: MergeStatus): MergeStatus {
  if (status === 'preparing') return status;
  return status.startsWith('cannot_be_merged') ? 'cannot_be_merged_rechecking' : 'checking';
}

/** What the status depends on. */
export type StatusInput = Pick<
  Row<'merge_requests'>,
  | 'merge_status'
  | 'state'
  | 'merge_after'
  | 'draft'
  | 'branch_missing'
  | 'commits_count'
  | 'unresolved_count'
  | 'diverged'
>;

export type StatusSettings = Pick<
  Row<'projects'>,
  'merge_method' | 'only_allow_merge_if_all_discussions_are_resolved'
>;

/** The first reason, in the agreed order, why a merge request cannot be merged at this instant. */
export function detailedMergeStatus(
  row: StatusInput,
  project: StatusSettings,
  instant: string,
): DetailedMergeStatus {
  if (row.merge_status === 'preparing') return 'preparing';
  const shown = shownMergeStatus(row.merge_status);
  if (shown === 'checking') return 'checking';
  if (shown === 'unchecked' || shown === 'cannot_be_merged_recheck') return 'unchecked';
  if (row.state !== 'opened') return 'not_open';
  if (row.merge_after !== null && row.merge_after > instant) return 'merge_time';
  if (row.draft === 1) return 'draft_status';
  if (row.branch_missing === 1 || row.commits_count === 0) return 'commits_status';
  if (!areThreadsResolved(row, project)) return 'discussions_not_resolved';
  if (row.merge_status === 'cannot_be_merged') return 'conflict';
  if (project.merge_method !== 'merge' && row.diverged === 1) return 'need_rebase';
  return 'mergeable';
}

/** Whether open threads do not stand in the way. */
export const areThreadsResolved = (
  row: Pick<StatusInput, 'unresolved_count'>,
  project: StatusSettings,
): boolean =>
  project.only_allow_merge_if_all_discussions_are_resolved === 0 || row.unresolved_count === 0;
