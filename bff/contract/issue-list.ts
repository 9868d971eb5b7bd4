import * as z from 'zod';
import { commaList, datetime, hints, idList, keysetQuery, pageQuery } from './common.ts';

export const issueTypes = ['issue', 'incident', 'test_case', 'task'] as const;

const idOrNoneAny = () =>
  z
    .union([z.int(), z.enum(['None', 'Any'])])
    .register(hints, { noneAny: true, says: "should be an integer, 'None' or 'Any'" });

/** Pairs of filters that name the same thing in two ways. */
export const exclusiveFilters = [
  ['author_id', 'author_username'],
  ['assignee_id', 'assignee_username'],
  ['milestone', 'milestone_id'],
] as const;

const not = z.object({
  labels: commaList().optional(),
  milestone: z.string().optional(),
  author_id: z.int().optional(),
  author_username: z.string().optional(),
  assignee_id: z.int().optional(),
  assignee_username: commaList().optional(),
  iids: idList().optional(),
});

/** What every list of issues takes; `scope` differs. */
const filters = {
  ...pageQuery,
  ...keysetQuery,
  state: z.enum(['opened', 'closed', 'all']).default('all'),
  iids: idList().optional(),
  author_id: z.int().optional(),
  author_username: z.string().optional(),
  assignee_id: idOrNoneAny().optional(),
  assignee_username: commaList().optional(),
  labels: commaList().optional().describe('Every one of them; or None, or Any'),
  milestone: z.string().optional().describe('A title, None, Any, Upcoming or Started'),
  milestone_id: z.enum(['None', 'Any', 'Upcoming', 'Started']).optional(),
  search: z.string().optional(),
  in: z
    .array(z.enum(['title', 'description']))
    .register(hints, { comma: true })
    .optional(),
  confidential: z.boolean().optional(),
  issue_type: z.enum(issueTypes).optional(),
  weight: idOrNoneAny().optional(),
  due_date: z
    .enum([
      '0',
      'any',
      'today',
      'tomorrow',
      'overdue',
      'week',
      'month',
      'next_month_and_previous_two_weeks',
    ])
    .optional()
    .describe('`0` for those without one'),
  created_after: datetime().optional(),
  created_before: datetime().optional(),
  updated_after: datetime().optional(),
  updated_before: datetime().optional(),
  not: not.optional(),
  order_by: z
    .enum([
      'created_at',
      'updated_at',
      'title',
      'due_date',
      'weight',
      'label_priority',
      'milestone_due',
      'popularity',
      'priority',
      'relative_position',
    ])
    .default('created_at'),
  sort: z.enum(['asc', 'desc']).default('desc'),
  with_labels_details: z.boolean().default(false),
};

/** What lists of issues may go by in keyset order. */
export const keysetOrders = ['created_at', 'updated_at', 'title'] as const;

/** Whose issues; the spellings with hyphens are the old ones. */
const scope = z.enum(['created_by_me', 'assigned_to_me', 'all', 'created-by-me', 'assigned-to-me']);

export const projectListQuery = z.object({ ...filters, scope: scope.optional() });

export const groupListQuery = z.object({
  ...filters,
  scope: scope.optional(),
  non_archived: z.boolean().default(true),
});

export const globalListQuery = z.object({
  ...filters,
  scope: scope.default('created_by_me'),
  non_archived: z.boolean().default(true),
});
