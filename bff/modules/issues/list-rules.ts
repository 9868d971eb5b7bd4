import type { Page } from '#contract/common.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { issues } from '#contract/issues.ts';
import { actingUserId, type Ctx, now, viewerOf } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import { searchOf } from '../../db/text-index.ts';
import { unauthorized } from '../../errors.ts';
import { namesOf } from '../labels/rules.ts';
import {
  type DueFilter,
  type ListFilter,
  listIssues,
  type MilestoneFilter,
  type People,
  type Who,
  type Within,
} from './list-repository.ts';
import type { Issue } from './repository.ts';

export type { Within } from './list-repository.ts';

type Query = QueryOf<typeof issues.list>;

/** One page of the issues that the caller may read. */
export async function issuePage(
  ctx: Ctx,
  within: Within,
  query: Query & { paging: Slice },
): Promise<Page<Issue>> {
  const mine = whose(ctx, query.scope);
  const today = now(ctx).slice(0, 10);
  const filter: ListFilter = {
    within,
    viewer: viewerOf(ctx),
    today,
    state: query.state === 'all' ? undefined : query.state,
    iids: query.iids,
    author: mine.author ?? who(query.author_id, query.author_username),
    assignees: mine.assignees ?? people(query.assignee_id, query.assignee_username),
    labels: labelsOf(query.labels),
    milestone: query.milestone_id ?? milestoneOf(query.milestone),
    search: await searchOf(ctx, 'issues', query),
    confidential: query.confidential,
    issue_type: query.issue_type,
    weight: query.weight,
    due: query.due_date === undefined ? undefined : dueOf(query.due_date, today),
    created_after: query.created_after,
    created_before: query.created_before,
    updated_after: query.updated_after,
    updated_before: query.updated_before,
    not: notOf(query.not),
    order_by: query.order_by,
    sort: query.sort,
  };
  return listIssues(ctx.db, filter, query.paging);
}

/** One page of the issues of a milestone that the caller may read. */
export const issuesOfMilestone = (
  ctx: Ctx,
  within: Within,
  of: { milestoneId: number; paging: Slice },
): Promise<Page<Issue>> =>
  listIssues(
    ctx.db,
    {
      within,
      viewer: viewerOf(ctx),
      today: now(ctx).slice(0, 10),
      milestone_row: of.milestoneId,
      not: {},
      order_by: 'created_at',
      sort: 'desc',
    },
    of.paging,
  );

/** The issues of these numbers that the caller may read, the oldest first. */
export const issuesNumbered = (
  ctx: Ctx,
  within: Within,
  iids: readonly number[],
): Promise<Page<Issue>> =>
  listIssues(
    ctx.db,
    {
      within,
      viewer: viewerOf(ctx),
      today: now(ctx).slice(0, 10),
      iids,
      not: {},
      order_by: 'created_at',
      sort: 'asc',
    },
    { offset: 0, perPage: iids.length },
  );

/** A scope that means the caller needs one. */
function whose(ctx: Ctx, scope: Query['scope']): { author?: Who; assignees?: People } {
  const name = scope?.replaceAll('-', '_');
  if (name === undefined || name === 'all') return {};
  const id = actingUserId(ctx);
  if (id === null) throw unauthorized();
  return name === 'created_by_me' ? { author: { id } } : { assignees: [{ id }] };
}

function who(id: number | undefined, username: string | undefined): Who | undefined {
  if (id !== undefined) return { id };
  return username === undefined ? undefined : { username };
}

function people(
  id: Query['assignee_id'],
  usernames: readonly string[] | undefined,
): People | undefined {
  if (id === 'None' || id === 'Any') return id;
  if (id !== undefined) return [{ id }];
  return usernames?.map((username) => ({ username }));
}

/** A list that holds None or Any anywhere means that; an empty one means nothing. */
function labelsOf(given: readonly string[] | undefined): ListFilter['labels'] {
  if (given === undefined) return undefined;
  const names = namesOf(given);
  const has = (word: string) => names.some((name) => name.toLowerCase() === word);
  if (has('none')) return 'None';
  if (has('any')) return 'Any';
  return names.length === 0 ? undefined : names;
}

const milestoneWords: Readonly<Record<string, MilestoneFilter>> = {
  none: 'None',
  any: 'Any',
  upcoming: 'Upcoming',
  '#upcoming': 'Upcoming',
  started: 'Started',
  '#started': 'Started',
};

function milestoneOf(title: string | undefined): MilestoneFilter | undefined {
  if (title === undefined || title === '') return undefined;
  return milestoneWords[title.toLowerCase()] ?? { title };
}

function notOf(not: Query['not']): ListFilter['not'] {
  if (not === undefined) return {};
  const assignees = people(not.assignee_id, not.assignee_username);
  return {
    author: who(not.author_id, not.author_username),
    assignees: assignees === 'None' || assignees === 'Any' ? undefined : assignees,
    labels: not.labels === undefined ? undefined : namesOf(not.labels),
    milestone: milestoneOf(not.milestone),
    iids: not.iids,
  };
}

/** The span of days that a word means; weeks begin on Monday. */
function dueOf(word: NonNullable<Query['due_date']>, today: string): DueFilter {
  const midnight = Date.parse(`${today}T00:00:00Z`);
  const day = (offset: number) =>
    new Date(midnight + offset * 86_400_000).toISOString().slice(0, 10);
  const date = new Date(midnight);
  const monthDay = (months: number, ofMonth: number) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, ofMonth))
      .toISOString()
      .slice(0, 10);
  switch (word) {
    case '0':
      return 'none';
    case 'any':
      return 'any';
    case 'today':
      return { from: today, to: today };
    case 'tomorrow':
      return { from: day(1), to: day(1) };
    case 'overdue':
      return { to: day(-1), open: true };
    case 'week': {
      const monday = -((date.getUTCDay() + 6) % 7);
      return { from: day(monday), to: day(monday + 6) };
    }
    case 'month':
      return { from: monthDay(0, 1), to: monthDay(1, 0) };
    case 'next_month_and_previous_two_weeks':
      return { from: day(-14), to: monthDay(2, 0) };
  }
}
