import { count, obeyed, toggle } from './rows.ts';

export const diffLimitSettings = [
  ...obeyed('merge-requests', [
    count('diff_max_files', 0, 'Most files in one diff; 0 is no limit', { min: 0, max: 3000 }),
    count('diff_max_lines', 0, 'Most lines in one diff; 0 is no limit', { min: 0, max: 100000 }),
    count('diff_max_patch_bytes', 0, 'Largest patch shown for one file, in bytes; 0 is no limit', {
      min: 0,
      max: 512000,
    }),
  ]),
] as const;

export const approvalSettings = [
  ...obeyed('approvals', [
    toggle(
      'disable_overriding_approvers_per_merge_request',
      false,
      'Approval rules cannot be edited in projects or merge requests',
    ),
    toggle(
      'prevent_merge_requests_author_approval',
      false,
      'Authors cannot approve their own merge requests',
    ),
    toggle(
      'prevent_merge_requests_committers_approval',
      false,
      'People who committed cannot approve',
    ),
  ]),
] as const;
