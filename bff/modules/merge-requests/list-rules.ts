import type { Page } from '#contract/common.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { emojiNamed } from '#contract/emoji-names.ts';
import type { mergeRequests } from '#contract/merge-requests.ts';
import { actingUserId, type Ctx, now, viewerOf } from '../../context.ts';
import { mostApart } from '../../db/issuable-filters.ts';
import { searchOf } from '../../db/text-index.ts';
import { unauthorized } from '../../errors.ts';
import { isFeatureEnabled, projectsWithFeature } from '../features/rules.ts';
import type { Group } from '../groups/rules.ts';
import { namesOf } from '../labels/rules.ts';
import { type Project, projectsById, projectsWhereMay } from '../projects/rules.ts';
import {
  type ListFilter,
  listMergeRequests,
  listRareLabels,
  type MilestoneFilter,
  type People,
  type Reaction,
  type Who,
  type Within,
} from './list-repository.ts';
import { isSettled } from './merge-status.ts';
import type { MergeRequest } from './repository.ts';
import { askForRefreshes, requireMergeRequests } from './rules.ts';

type ProjectQuery = QueryOf<typeof mergeRequests.list>;
type GroupQuery = QueryOf<typeof mergeRequests.listOfGroup>;
type GlobalQuery = QueryOf<typeof mergeRequests.listAll>;
type Deployed = Pick<GlobalQuery, 'deployed_after' | 'deployed_before'>;
type Query = (ProjectQuery | GlobalQuery) & { iids?: readonly number[] } & Partial<Deployed>;
type Paging = { offset: number; perPage: number };

/** One page of a project's merge requests. */
export function projectMergeRequests(
  ctx: Ctx,
  project: Project,
  query: ProjectQuery & { paging: Paging },
): Promise<Page<MergeRequest>> {
  requireMergeRequests(project);
  return page(ctx, { kind: 'project', id: project.id }, query);
}

/** One page of the merge requests below a group that the caller may read. */
export const groupMergeRequests = (
  ctx: Ctx,
  group: Group,
  query: GroupQuery & { paging: Paging },
): Promise<Page<MergeRequest>> =>
  page(ctx, { kind: 'group', id: group.id, nonArchived: query.non_archived }, query);

/** One page over everything the caller may read; without a user only `scope=all` makes sense. */
export function allMergeRequests(
  ctx: Ctx,
  query: GlobalQuery & { paging: Paging },
): Promise<Page<MergeRequest>> {
  if (ctx.actor.kind === 'anonymous' && query.scope !== 'all') throw unauthorized();
  return page(ctx, { kind: 'all' }, query);
}

/** One page of the merge requests of a milestone that the caller may read. */
export const milestoneMergeRequests = (
  ctx: Ctx,
  within: Within,
  of: { milestoneId: number; paging: Paging },
): Promise<Page<MergeRequest>> => {
  const seen = { within, viewer: viewerOf(ctx), today: now(ctx).slice(0, 10), not: {} };
  const order = { order_by: 'created_at', sort: 'desc' } as const;
  const filter = { ...seen, ...order, milestone_row: of.milestoneId };
  return listMergeRequests(ctx.db, filter, of.paging);
};

/** One page of the merge requests that name or close an issue and that the caller may read. */
export function mergeRequestsOfIssue(
  ctx: Ctx,
  of: { issue: { id: number; closes: boolean }; paging: Paging },
): Promise<Page<MergeRequest>> {
  const within = { kind: 'all' } as const;
  const seen = { within, viewer: viewerOf(ctx), today: now(ctx).slice(0, 10), not: {} };
  const order = { order_by: 'created_at', sort: 'asc' } as const;
  return listMergeRequests(ctx.db, { ...seen, ...order, issue: of.issue }, of.paging);
}

async function page(
  ctx: Ctx,
  within: Within,
  query: Query & { paging: Paging },
): Promise<Page<MergeRequest>> {
  const labels = await wantedLabels(ctx, query.labels);
  const approved = await wantedApproved(ctx, within, query.approved);
  const search = await searchOf(ctx, 'merge_requests', query);
  const filter = { ...filterOf(ctx, within, query), labels, approved, search };
  const found = await listMergeRequests(ctx.db, filter, query.paging);
  if (query.with_merge_status_recheck) await recheck(ctx, found.rows);
  const isIgnored = query.approved !== undefined && approved === undefined;
  return isIgnored ? { ...found, ignored: ['approved'] } : found;
}

/** Whether somebody has approved; without the flag the question is not heard. */
async function wantedApproved(
  ctx: Ctx,
  within: Within,
  given: Query['approved'],
): Promise<boolean | undefined> {
  if (given === undefined) return undefined;
  const on = await isFeatureEnabled(ctx, 'mr_approved_filter', {
    user: actingUserId(ctx),
    ...(within.kind === 'all' ? {} : { [within.kind]: within.id }),
  });
  return on ? given === 'yes' : undefined;
}

/** Asks for the checks that are due; a flag keeps that to Developers, without an error for others. */
async function recheck(ctx: Ctx, rows: readonly MergeRequest[]): Promise<void> {
  const due = rows.filter((row) => row.state === 'opened' && !isSettled(row.merge_status));
  const projects = await projectsById(
    ctx,
    due.map((row) => row.target_project_id),
  );
  const restricted = await projectsWithFeature(ctx, 'restrict_merge_status_recheck', {
    user: actingUserId(ctx),
    projects: [...projects.keys()],
  });
  const narrow = [...projects.values()].filter((project) => restricted.has(project.id));
  const allowed = new Set(await projectsWhereMay(ctx, 'update_merge_request', narrow));
  const refused = new Set(narrow.filter((project) => !allowed.has(project)).map(({ id }) => id));
  const asked = due.filter((row) => !refused.has(row.target_project_id));
  await askForRefreshes(
    ctx,
    asked.map((row) => row.id),
  );
}

type Asked = 'labels' | 'approved' | 'search';

function filterOf(ctx: Ctx, within: Within, query: Query): Omit<ListFilter, Asked> {
  const not = query.not ?? {};
  const excludedLabels = namesOf(not.labels ?? []);
  const { approved: _heard, search: _words, ...rest } = query;
  return {
    ...rest,
    within,
    viewer: viewerOf(ctx),
    today: now(ctx).slice(0, 10),
    state: query.state === 'all' ? undefined : query.state,
    iids: query.iids !== undefined && query.iids.length > 0 ? query.iids : undefined,
    author: whoOf(query.author_id, query.author_username),
    merge_user: whoOf(query.merge_user_id, query.merge_user_username),
    assignees: peopleOf(query.assignee_id, query.assignee_username),
    reviewers: peopleOf(query.reviewer_id, query.reviewer_username),
    approvals: approversOf(query.approved_by_ids, query.approved_by_usernames),
    approvers: query.approver_ids?.length === 0 ? undefined : query.approver_ids,
    involved: whoOf(query.involves_user_id, query.involves_username),
    deployed: deployedOf(query),
    milestone: milestoneOf(query.milestone),
    reaction: reactionOf(ctx, query.my_reaction_emoji),
    draft: query.wip === undefined ? undefined : query.wip === 'yes',
    mine: mineOf(ctx, query.scope),
    not: {
      author: whoOf(not.author_id, not.author_username),
      assignees: whosOf(not.assignee_id, not.assignee_username),
      reviewers: whosOf(not.reviewer_id, not.reviewer_username),
      labels: excludedLabels,
      milestone: milestoneOf(not.milestone),
      reaction: reactionOf(ctx, not.my_reaction_emoji),
    },
  };
}

function mineOf(ctx: Ctx, scope: Query['scope']): ListFilter['mine'] {
  const who = { id: actingUserId(ctx) ?? 0 };
  const spelled = scope?.replaceAll('-', '_');
  switch (spelled) {
    case 'created_by_me':
      return { as: 'author', who };
    case 'assigned_to_me':
      return { as: 'assignees', who };
    case 'reviews_for_me':
      return { as: 'reviewers', who };
    case 'to_review':
    case 'returned_to_me':
    case 'waiting_for_others':
      return { as: spelled, who };
    default:
      return undefined;
  }
}

/** More approvers than these are left out of the question, without an error. */
const mostApprovers = 5;

function approversOf(
  ids: readonly number[] | 'None' | 'Any' | undefined,
  usernames: readonly string[] | undefined,
): People | undefined {
  if (ids === 'None' || ids === 'Any') return ids;
  if (ids !== undefined && ids.length > 0) {
    return [...new Set(ids)].slice(0, mostApprovers).map((id) => ({ id }));
  }
  const [word, ...more] = usernames ?? [];
  const named = more.length > 0 ? undefined : word?.toLowerCase();
  if (named === 'none') return 'None';
  if (named === 'any') return 'Any';
  return whosOf(undefined, [...new Set(usernames)].slice(0, mostApprovers));
}

/** An instant that can be read; anything else is not heard. */
function instantOf(given: string | undefined): string | undefined {
  const at = Date.parse(given ?? '');
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

function deployedOf(query: Query): ListFilter['deployed'] {
  const environment = query.environment === '' ? undefined : query.environment;
  const after = instantOf(query.deployed_after);
  const before = instantOf(query.deployed_before);
  if (environment === undefined && after === undefined && before === undefined) return undefined;
  return { environment, after, before };
}

/** Emoji are the caller's: without a user the filter says nothing. */
function reactionOf(ctx: Ctx, given: string | undefined): Reaction | undefined {
  const userId = actingUserId(ctx);
  if (userId === null || given === undefined || given === '') return undefined;
  const word = given.toLowerCase();
  if (word === 'none') return { userId, emoji: 'None' };
  if (word === 'any') return { userId, emoji: 'Any' };
  return { userId, emoji: { name: emojiNamed(given) ?? given } };
}

function whoOf(id: number | undefined, username: string | undefined): Who | undefined {
  if (id !== undefined) return { id };
  return username === undefined || username === '' ? undefined : { username };
}

function whosOf(
  id: number | undefined,
  usernames: string | readonly string[] | undefined,
): Who[] | undefined {
  if (id !== undefined) return [{ id }];
  if (usernames === undefined) return undefined;
  const names = typeof usernames === 'string' ? [usernames] : usernames;
  const whos = names.flatMap((username) => (username === '' ? [] : [{ username }]));
  return whos.length === 0 ? undefined : whos;
}

/** None and Any may stand in place of a name too. */
function peopleOf(
  id: number | 'None' | 'Any' | undefined,
  usernames: string | readonly string[] | undefined,
): People | undefined {
  if (id === 'None' || id === 'Any') return id;
  const whos = whosOf(id, usernames);
  const [first] = whos ?? [];
  const word = first !== undefined && 'username' in first ? first.username.toLowerCase() : '';
  if (word === 'none') return 'None';
  return word === 'any' ? 'Any' : whos;
}

/** Rows of a label that are looked up one by one rather than found by testing all. */
const fewRows = 5000;

/** A list that holds None or Any anywhere acts as that word. */
async function wantedLabels(
  ctx: Ctx,
  given: readonly string[] | undefined,
): Promise<ListFilter['labels']> {
  const names = namesOf(given ?? []);
  if (names.length === 0) return undefined;
  const words = names.map((name) => name.toLowerCase());
  if (words.includes('none')) return 'None';
  if (words.includes('any')) return 'Any';
  if (names.length > mostApart) return { together: names };
  const rare = new Set(await listRareLabels(ctx.db, names, fewRows));
  return names.map((name) => ({ name, few: rare.has(name) }));
}

const milestoneWords = {
  none: 'None',
  any: 'Any',
  upcoming: 'Upcoming',
  '#upcoming': 'Upcoming',
  started: 'Started',
  '#started': 'Started',
} as const;

function milestoneOf(given: string | undefined): MilestoneFilter | undefined {
  if (given === undefined || given === '') return undefined;
  const word = given.toLowerCase();
  return Object.hasOwn(milestoneWords, word)
    ? // The line above made sure that it is a key.
      milestoneWords[word as keyof typeof milestoneWords]
    : { title: given };
}
