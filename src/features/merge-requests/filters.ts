import type { ListSearchWith } from '../../table/url-state.ts';

// Apart from the queries: routes read it before any screen, and it brings no schema along.

/** Filters whose value is typed as the API takes it. */
export const typedFilters = [
  'author_username',
  'reviewer_username',
  'assignee_username',
  'labels',
  'milestone',
  'source_branch',
  'target_branch',
] as const;

/** What the list's address holds besides what every list does. */
export const mergeRequestFilters = ['state', 'scope', 'wip', ...typedFilters] as const;
export type MergeRequestSearch = ListSearchWith<(typeof mergeRequestFilters)[number]>;
