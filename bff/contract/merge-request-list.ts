import * as z from 'zod';
import { commaList, datetime, hints, idList, pageQuery } from './common.ts';
import { mergeRequestStates } from './merge-request-record.ts';

const idOrNoneAny = () =>
  z
    .union([z.int(), z.enum(['None', 'Any'])])
    .register(hints, { noneAny: true, says: "should be an integer, 'None' or 'Any'" });

const idsOrNoneAny = () =>
  z
    .union([idList(), z.enum(['None', 'Any'])])
    .register(hints, { noneAny: true, says: "should be an array, 'None' or 'Any'" });

/** Pairs of filters that name the same person in two ways. */
export const exclusiveFilters = [
  ['author_id', 'author_username'],
  ['assignee_id', 'assignee_username'],
  ['reviewer_id', 'reviewer_username'],
  ['merge_user_id', 'merge_user_username'],
  ['approved_by_ids', 'approved_by_usernames'],
  ['involves_user_id', 'involves_username'],
] as const;

const not = z.object({
  labels: commaList().optional(),
  milestone: z.string().optional(),
  author_id: z.int().optional(),
  author_username: z.string().optional(),
  assignee_id: z.int().optional(),
  assignee_username: commaList().optional(),
  reviewer_id: z.int().optional(),
  reviewer_username: z.string().optional(),
  my_reaction_emoji: z.string().optional(),
});

/** What every list of merge requests takes; `scope` differs. */
const mergeRequestFilters = {
  ...pageQuery,
  state: z.enum([...mergeRequestStates, 'all']).default('all'),
  author_id: z.int().optional(),
  author_username: z.string().optional(),
  assignee_id: idOrNoneAny().optional(),
  assignee_username: commaList().optional(),
  reviewer_id: idOrNoneAny().optional(),
  reviewer_username: z.string().optional(),
  merge_user_id: z.int().optional(),
  merge_user_username: z.string().optional(),
  approved_by_ids: idsOrNoneAny()
    .optional()
    .describe('Each of them has approved, of the first five; or None, or Any'),
  approved_by_usernames: commaList().optional(),
  approver_ids: z
    .union([z.array(z.int()), z.enum(['None', 'Any'])])
    .register(hints, { noneAny: true, says: "should be an array, 'None' or 'Any'" })
    .optional()
    .describe('Each of them is named by an approval rule; or None, or Any'),
  approved: z.enum(['yes', 'no']).optional().describe('Behind the flag `mr_approved_filter`'),
  involves_user_id: z.int().optional().describe('Author, assignee, reviewer or approver'),
  involves_username: z.string().optional(),
  environment: z.string().optional().describe('The name of one that it was deployed to'),
  labels: commaList().optional().describe('Every one of them; or None, or Any'),
  milestone: z.string().optional().describe('A title, None, Any, Upcoming or Started'),
  my_reaction_emoji: z
    .string()
    .optional()
    .describe('An emoji that the caller gave, None or Any; ignored without a user'),
  search: z.string().optional(),
  in: z
    .array(z.enum(['title', 'description']))
    .register(hints, { comma: true })
    .optional(),
  source_branch: z.string().optional(),
  target_branch: z.string().optional(),
  source_project_id: z.int().optional(),
  wip: z.enum(['yes', 'no']).optional(),
  created_after: datetime().optional(),
  created_before: datetime().optional(),
  updated_after: datetime().optional(),
  updated_before: datetime().optional(),
  not: not.optional(),
  order_by: z
    .enum([
      'created_at',
      'updated_at',
      'merged_at',
      'title',
      'label_priority',
      'milestone_due',
      'popularity',
      'priority',
    ])
    .default('created_at'),
  sort: z.enum(['asc', 'desc']).default('desc'),
  view: z.enum(['simple']).optional(),
  with_labels_details: z.boolean().default(false),
  with_merge_status_recheck: z.boolean().default(false),
};

/**
 * Whose merge requests. Of those that one wrote or is assigned to, the returned ones wait for
 * oneself and the others for a reviewer; those to review wait for one's own review. The spellings with
 * hyphens are the old ones.
 */
export const scopeFilter = z.enum([
  'created_by_me',
  'assigned_to_me',
  'reviews_for_me',
  'to_review',
  'returned_to_me',
  'waiting_for_others',
  'all',
  'created-by-me',
  'assigned-to-me',
  'reviews-for-me',
]);

export const projectListQuery = z.object({
  ...mergeRequestFilters,
  scope: scopeFilter.optional(),
  iids: idList().optional(),
});

/** Of lists over several projects; what is no date is ignored. */
const deployed = {
  deployed_after: z.string().optional(),
  deployed_before: z.string().optional(),
};

export const groupListQuery = z.object({
  ...mergeRequestFilters,
  scope: scopeFilter.optional(),
  non_archived: z.boolean().default(true),
  ...deployed,
});

export const globalListQuery = z.object({
  ...mergeRequestFilters,
  scope: scopeFilter.default('created_by_me'),
  ...deployed,
});
