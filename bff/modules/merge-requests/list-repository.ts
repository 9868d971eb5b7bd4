import { type OrderByModifiers, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { accessLevels } from '#contract/abilities.ts';
import type { Page } from '#contract/common.ts';
import type { Viewer } from '../../access.ts';
import type { Db } from '../../db/open.ts';
import { pageOf } from '../../db/page.ts';
import type { Tables } from '../../db/schema.ts';
import { hasWords, type Search } from '../../db/text-index.ts';
import { projectsVisibleTo } from '../../db/visibility.ts';
import { hasApprovers } from './approver-filter-repository.ts';
import {
  type DeployedTo,
  hasLabels,
  hasMilestone,
  hasPart,
  hasPeople,
  hasReaction,
  involves,
  isDeployed,
  isKnown,
  isNot,
  isNotUser,
  isUser,
  lacksLabels,
  lacksPeople,
  type MilestoneFilter,
  namesIssue,
  type Part,
  type People,
  type Reaction,
  type WantedLabels,
  type Who,
  withLabel,
} from './filter-repository.ts';
import type { MergeRequest } from './repository.ts';

export type { MilestoneFilter, People, Reaction, Who } from './filter-repository.ts';

/** The part of the platform that a list covers. */
export type Within =
  | { kind: 'project'; id: number }
  | { kind: 'group'; id: number; nonArchived: boolean }
  | { kind: 'all' };

export type Order =
  | 'created_at'
  | 'updated_at'
  | 'merged_at'
  | 'title'
  | 'label_priority'
  | 'milestone_due'
  | 'popularity'
  | 'priority';

export interface ListFilter {
  within: Within;
  viewer: Viewer;
  /** A day, for milestones that have begun or are to come. */
  today: string;
  state?: 'opened' | 'closed' | 'locked' | 'merged';
  iids?: readonly number[];
  /** Those in which somebody has a part. */
  mine?: { as: Part; who: Who };
  author?: Who;
  merge_user?: Who;
  assignees?: People;
  reviewers?: People;
  approvals?: People;
  approvers?: 'None' | 'Any' | readonly number[];
  approved?: boolean;
  involved?: Who;
  deployed?: DeployedTo;
  labels?: WantedLabels;
  milestone?: MilestoneFilter;
  /** The milestone of this id. */
  milestone_row?: number;
  /** Those that name the issue of this id, or that close it. */
  issue?: { id: number; closes: boolean };
  reaction?: Reaction;
  search?: Search;
  source_branch?: string;
  target_branch?: string;
  source_project_id?: number;
  draft?: boolean;
  created_after?: string;
  created_before?: string;
  updated_after?: string;
  updated_before?: string;
  not: {
    author?: Who;
    assignees?: readonly Who[];
    reviewers?: readonly Who[];
    labels?: readonly string[];
    milestone?: MilestoneFilter;
    reaction?: Reaction;
  };
  order_by: Order;
  sort: 'asc' | 'desc';
}

type Query<O> = SelectQueryBuilder<Tables, 'merge_requests', O>;

/** One page of the merge requests that the viewer may read. */
export function listMergeRequests(
  db: Db,
  filter: ListFilter,
  paging: { offset: number; perPage: number },
): Promise<Page<MergeRequest>> {
  const narrow = <O>(query: Query<O>) => narrowNot(narrowBy(query, filter), filter);
  const from = db.selectFrom('merge_requests');
  return pageOf(
    db,
    ordered(narrow(from.selectAll('merge_requests')), filter),
    narrow(from.select('merge_requests.id')),
    paging,
  );
}

function narrowBy<O>(query: Query<O>, filter: ListFilter): Query<O> {
  let q = query.where(isWithin(filter));
  const { iids, mine, author, merge_user, assignees, reviewers, labels, milestone } = filter;
  if (filter.state !== undefined) q = q.where('state', '=', filter.state);
  if (filter.milestone_row !== undefined) q = q.where('milestone_id', '=', filter.milestone_row);
  if (iids !== undefined) q = q.where('iid', 'in', [...iids]);
  if (filter.issue !== undefined) q = q.where(namesIssue(filter.issue));
  if (mine !== undefined) {
    q = q.where(hasPart(mine.as, mine.who));
  }
  if (author !== undefined) q = q.where(isUser('author_id', author));
  if (merge_user !== undefined) q = q.where(isUser('merge_user_id', merge_user));
  if (assignees !== undefined) q = q.where(hasPeople('assignees', assignees));
  if (reviewers !== undefined) q = q.where(hasPeople('reviewers', reviewers));
  if (filter.approvals !== undefined) q = q.where(hasPeople('approvals', filter.approvals));
  if (filter.approvers !== undefined) q = q.where(hasApprovers(filter.approvers));
  if (filter.approved !== undefined) {
    q = q.where('approvals_count', filter.approved ? '>' : '=', 0);
  }
  if (filter.involved !== undefined) q = q.where(involves(filter.involved));
  if (filter.deployed !== undefined) q = q.where(isDeployed(filter.deployed));
  if (labels !== undefined) q = q.where(hasLabels(labels));
  if (milestone !== undefined) q = q.where(hasMilestone(milestone, filter.today));
  if (filter.reaction !== undefined) q = q.where(hasReaction(filter.reaction));
  if (filter.search !== undefined) q = q.where(hasWords('merge_requests', filter.search));
  for (const column of ['source_branch', 'target_branch', 'source_project_id'] as const) {
    const value = filter[column];
    if (value !== undefined) q = q.where(column, '=', value);
  }
  // In so many words: the index of drafts is of these alone.
  if (filter.draft !== undefined) q = q.where('draft', '=', sql.lit(filter.draft ? 1 : 0));
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
  if (not.author !== undefined) q = q.where(isNotUser('author_id', not.author));
  if (not.assignees !== undefined) q = q.where(lacksPeople('assignees', not.assignees));
  for (const who of not.reviewers ?? []) {
    q = q.where(lacksPeople('reviewers', [who])).where(isKnown(who));
  }
  if (not.labels !== undefined && not.labels.length > 0) q = q.where(lacksLabels(not.labels));
  if (not.reaction !== undefined) q = q.where(isNot(hasReaction(not.reaction)));
  if (not.milestone !== undefined) q = q.where(isNot(hasMilestone(not.milestone, today)));
  return q;
}

function isWithin(filter: ListFilter) {
  const { within, labels, author, search } = filter;
  if (within.kind !== 'project') return isReadable(filter);
  const few = typeof labels === 'object' && ('together' in labels || labels.some((l) => l.few));
  // With a plus no index of the project is used: SQLite looks up the rows that a label, a word or an
  // author names, instead of walking the project in the order of the list until it has met enough.
  return few || search?.few === true || author !== undefined
    ? sql<boolean>`+merge_requests.target_project_id = ${within.id}`
    : sql<boolean>`merge_requests.target_project_id = ${within.id}`;
}

/** Those of several labels that at most so many merge requests have. */
export async function listRareLabels(
  db: Db,
  names: readonly string[],
  most: number,
): Promise<string[]> {
  const asked = sql.join(names.map((name) => sql`(${name})`));
  const { rows } = await sql<{ name: string }>`
    with asked(name) as (values ${asked})
    select name from asked
    where not exists (${withLabel(sql.ref('asked.name'))} limit 1 offset ${most})`.execute(db);
  return rows.map((row) => row.name);
}

/** True of merge requests in projects whose merge requests the viewer may read. */
function isReadable({ within, viewer }: ListFilter) {
  const below =
    within.kind === 'group'
      ? sql`and projects.namespace_id in (
          select namespace_id from namespace_ancestors where ancestor_id = ${within.id})`
      : sql``;
  const live =
    within.kind === 'group' && within.nonArchived ? sql`and projects.archived = 0` : sql``;
  return sql<boolean>`exists (
    select 1 from projects where projects.id = merge_requests.target_project_id
      and projects.merge_requests_enabled = 1
      and ${projectsVisibleTo(viewer, accessLevels.reporter)} ${below} ${live})`;
}

const dueDate = sql<string>`(select m.due_date from milestones m
  where m.id = merge_requests.milestone_id)`;
const labelPriority = sql<number>`(select min(l.priority) from label_links ll
  join labels l on l.id = ll.label_id
  where ll.target_type = 'MergeRequest' and ll.target_id = merge_requests.id)`;

/**
 * What rows are ordered by. Where numbers or a branch name few of a project, SQLite must not walk the
 * whole project in the order of the list to meet them: no index has the order of an expression.
 */
const orderOf = ({ iids, source_branch }: ListFilter, column: string): RawBuilder<unknown> => {
  if (iids === undefined && source_branch === undefined) return sql.ref(column);
  return column === 'upvotes' ? sql`${sql.ref(column)} + 0` : sql`${sql.ref(column)} || ''`;
};

/** Rows without a value come last in both directions; equal values are ordered by id. */
function ordered<O>(query: Query<O>, filter: ListFilter): Query<O> {
  const { order_by, sort } = filter;
  const lastNulls: OrderByModifiers = (order) =>
    (sort === 'asc' ? order.asc() : order.desc()).nullsLast();
  switch (order_by) {
    case 'created_at':
    case 'updated_at':
    case 'title':
      return query.orderBy(orderOf(filter, order_by), sort).orderBy('id', sort);
    case 'popularity':
      return query.orderBy(orderOf(filter, 'upvotes'), sort).orderBy('id', sort);
    case 'merged_at':
      return query.orderBy(orderOf(filter, 'merged_at'), lastNulls).orderBy('id', 'desc');
    case 'milestone_due':
      return query.orderBy(dueDate, lastNulls).orderBy('id', sort);
    case 'label_priority':
      return query.orderBy(labelPriority, lastNulls).orderBy('id', sort);
    case 'priority':
      return query
        .orderBy(dueDate, lastNulls)
        .orderBy(labelPriority, lastNulls)
        .orderBy('id', sort);
  }
}
