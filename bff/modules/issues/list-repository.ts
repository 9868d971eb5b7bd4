import { type OrderByModifiers, type SelectQueryBuilder, sql } from 'kysely';
import type { Page } from '#contract/common.ts';
import type { Viewer } from '../../access.ts';
import {
  hasLabels,
  hasMilestone,
  hasPeople,
  isNot,
  isNotUser,
  type Issuable,
  isUser,
  lacksLabels,
  lacksPeople,
  type MilestoneFilter,
  type People,
  type Who,
} from '../../db/issuable-filters.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import type { Tables } from '../../db/schema.ts';
import { hasWords, type Search } from '../../db/text-index.ts';
import { issuesVisibleTo } from '../../db/visibility.ts';
import type { Issue } from './repository.ts';

export type { MilestoneFilter, People, Who } from '../../db/issuable-filters.ts';

const issues: Issuable = {
  table: 'issues',
  type: 'Issue',
  people: { assignees: { table: 'issue_assignees', column: 'issue_id' } },
};

/** The part of the platform that a list covers. */
export type Within =
  | { kind: 'project'; id: number }
  | { kind: 'group'; id: number; nonArchived: boolean }
  | { kind: 'all'; nonArchived: boolean };

/** Days on which issues are due: none, any, or those of a span, both ends included. */
export type DueFilter = 'none' | 'any' | { from?: string; to: string; open?: boolean };

export interface ListFilter {
  within: Within;
  viewer: Viewer;
  /** A day, for milestones that have begun or are to come. */
  today: string;
  state?: 'opened' | 'closed';
  iids?: readonly number[];
  author?: Who;
  assignees?: People;
  labels?: 'None' | 'Any' | readonly string[];
  milestone?: MilestoneFilter;
  /** Of issues in milestones of this id. */
  milestone_row?: number;
  search?: Search;
  confidential?: boolean;
  issue_type?: Issue['issue_type'];
  weight?: number | 'None' | 'Any';
  due?: DueFilter;
  created_after?: string;
  created_before?: string;
  updated_after?: string;
  updated_before?: string;
  not: {
    author?: Who;
    assignees?: readonly Who[];
    labels?: readonly string[];
    milestone?: MilestoneFilter;
    iids?: readonly number[];
  };
  order_by:
    | 'created_at'
    | 'updated_at'
    | 'title'
    | 'due_date'
    | 'weight'
    | 'label_priority'
    | 'milestone_due'
    | 'popularity'
    | 'priority'
    | 'relative_position';
  sort: 'asc' | 'desc';
}

type Query<O> = SelectQueryBuilder<Tables, 'issues', O>;

/** One page of the issues that the viewer may read. */
export function listIssues(db: Db, filter: ListFilter, paging: Slice): Promise<Page<Issue>> {
  const narrow = <O>(query: Query<O>) =>
    narrowNot(narrowBy(query.where(isReadable(filter)), filter), filter);
  const from = db.selectFrom('issues');
  return pageOf(
    db,
    ordered(narrow(from.selectAll('issues')), filter),
    narrow(from.select('issues.id')),
    paging,
  );
}

/** True of issues in the part asked for that the viewer may read. */
function isReadable({ within, viewer }: ListFilter) {
  const where =
    within.kind === 'project'
      ? sql`and projects.id = ${within.id}`
      : within.kind === 'group'
        ? sql`and projects.namespace_id in (
            select namespace_id from namespace_ancestors where ancestor_id = ${within.id})`
        : sql``;
  const live =
    within.kind !== 'project' && within.nonArchived ? sql`and projects.archived = 0` : sql``;
  return sql<boolean>`exists (select 1 from projects
    where projects.id = issues.project_id and ${issuesVisibleTo(viewer)} ${where} ${live})`;
}

function narrowBy<O>(query: Query<O>, filter: ListFilter): Query<O> {
  let q = query;
  // With a plus no index of the project is used: SQLite looks up the rows that a word names.
  if (filter.within.kind === 'project') {
    const { id } = filter.within;
    q = filter.search?.few
      ? q.where(sql<boolean>`+issues.project_id = ${id}`)
      : q.where('project_id', '=', id);
  }
  const { iids, author, assignees, labels, milestone, weight, due, today } = filter;
  if (filter.state !== undefined) q = q.where('state', '=', filter.state);
  if (iids !== undefined) q = q.where('iid', 'in', [...iids, 0]);
  if (author !== undefined) q = q.where(isUser(issues, 'author_id', author));
  if (assignees !== undefined) q = q.where(hasPeople(issues, 'assignees', assignees));
  if (labels !== undefined) q = q.where(hasLabels(issues, labels));
  if (milestone !== undefined) q = q.where(hasMilestone(issues, milestone, today));
  if (filter.milestone_row !== undefined) q = q.where('milestone_id', '=', filter.milestone_row);
  if (filter.search !== undefined) q = q.where(hasWords('issues', filter.search));
  if (filter.confidential !== undefined) {
    q = q.where('confidential', '=', filter.confidential ? 1 : 0);
  }
  if (filter.issue_type !== undefined) q = q.where('issue_type', '=', filter.issue_type);
  if (weight === 'None') q = q.where('weight', 'is', null);
  else if (weight === 'Any') q = q.where('weight', 'is not', null);
  else if (weight !== undefined) q = q.where('weight', '=', weight);
  if (due === 'none') q = q.where('due_date', 'is', null);
  else if (due === 'any') q = q.where('due_date', 'is not', null);
  else if (due !== undefined) {
    if (due.from !== undefined) q = q.where('due_date', '>=', due.from);
    q = q.where('due_date', '<=', due.to);
    if (due.open === true) q = q.where('state', '=', 'opened');
  }
  for (const column of ['created_at', 'updated_at'] as const) {
    const name = column === 'created_at' ? 'created' : 'updated';
    const after = filter[`${name}_after`];
    const before = filter[`${name}_before`];
    if (after !== undefined) q = q.where(column, '>=', after);
    if (before !== undefined) q = q.where(column, '<=', before);
  }
  return q;
}

function narrowNot<O>(query: Query<O>, { not, today }: ListFilter): Query<O> {
  let q = query;
  if (not.author !== undefined) q = q.where(isNotUser(issues, 'author_id', not.author));
  if (not.assignees !== undefined) q = q.where(lacksPeople(issues, 'assignees', not.assignees));
  if (not.labels !== undefined && not.labels.length > 0) {
    q = q.where(lacksLabels(issues, not.labels));
  }
  if (not.milestone !== undefined) q = q.where(isNot(hasMilestone(issues, not.milestone, today)));
  if (not.iids !== undefined) q = q.where('iid', 'not in', [...not.iids, 0]);
  return q;
}

const milestoneDue = sql<string>`(select m.due_date from milestones m
  where m.id = issues.milestone_id)`;
const labelPriority = sql<number>`(select min(l.priority) from label_links ll
  join labels l on l.id = ll.label_id
  where ll.target_type = 'Issue' and ll.target_id = issues.id)`;

/** Rows without a value come last in both directions; equal values are ordered by id. */
function ordered<O>(query: Query<O>, { order_by, sort }: ListFilter): Query<O> {
  const lastNulls: OrderByModifiers = (order) =>
    (sort === 'asc' ? order.asc() : order.desc()).nullsLast();
  switch (order_by) {
    case 'created_at':
    case 'updated_at':
    case 'title':
      return query.orderBy(order_by, sort).orderBy('id', sort);
    case 'due_date':
    case 'weight':
    case 'relative_position':
      return query.orderBy(order_by, lastNulls).orderBy('id', sort);
    case 'popularity':
      return query.orderBy('upvotes', sort).orderBy('id', sort);
    case 'milestone_due':
      return query.orderBy(milestoneDue, lastNulls).orderBy('id', sort);
    case 'label_priority':
      return query.orderBy(labelPriority, lastNulls).orderBy('id', sort);
    case 'priority':
      return query
        .orderBy(milestoneDue, lastNulls)
        .orderBy(labelPriority, lastNulls)
        .orderBy('id', sort);
  }
}
