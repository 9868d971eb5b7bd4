import type { ListSearchWith } from '../../table/url-state.ts';

// Apart from the queries: routes read it before any screen, and it brings no schema along.

/** Filters whose value is typed as the API takes it. */
export const typedFilters = [
  'author_username',
  'assignee_username',
  'labels',
  'milestone',
  'weight',
  'iids',
  'created_after',
  'created_before',
  'updated_after',
  'updated_before',
  'not_author',
  'not_assignee',
  'not_labels',
  'not_milestone',
] as const;

/** What the list's address holds besides what every list does. */
export const issueFilters = [
  'state',
  'scope',
  'confidential',
  'issue_type',
  'due_date',
  'in',
  ...typedFilters,
] as const;
export type IssueSearch = ListSearchWith<(typeof issueFilters)[number]>;
