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
  'source_project_id',
  'approved_by_usernames',
  'approver_ids',
  'involves_username',
  'merge_user_username',
  'my_reaction_emoji',
  'environment',
  'deployed_after',
  'deployed_before',
  'created_after',
  'created_before',
  'updated_after',
  'updated_before',
] as const;

/** What must not hold: `not_labels` of the address is `not[labels]` of the API. */
export const excludingFilters = [
  'not_author_username',
  'not_assignee_username',
  'not_reviewer_username',
  'not_labels',
  'not_milestone',
  'not_my_reaction_emoji',
] as const;

/** Filters that the list of a project alone has. */
const ofProjects = ['iids'] as const;

/** Filters that the list of a group alone has. */
const ofGroups = ['non_archived'] as const;

/** What the list's address holds besides what every list does. */
export const mergeRequestFilters = [
  'state',
  'scope',
  'wip',
  'approved',
  'in',
  ...typedFilters,
  ...excludingFilters,
  ...ofProjects,
  ...ofGroups,
] as const;
export type MergeRequestSearch = ListSearchWith<(typeof mergeRequestFilters)[number]>;
