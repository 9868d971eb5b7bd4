import type { QueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import { home } from '#contract/home.ts';
import { scopeFilter } from '#contract/merge-request-list.ts';
import type { ListedMergeRequest } from '#contract/merge-request-record.ts';
import { mergeRequests } from '#contract/merge-requests.ts';
import { call, listOf } from '../../api/client.ts';
import { listQuery } from '../../table/list-query.ts';
import { listed, oneOf, pageInput } from '../../table/url-state.ts';
import type { MergeRequestSearch } from './filters.ts';
import { wholeRecords } from './records.ts';

export const listStates = ['opened', 'merged', 'closed', 'all'] as const;
export type ListStateName = (typeof listStates)[number];

const orders = [
  'created_at',
  'updated_at',
  'title',
  'merged_at',
  'label_priority',
  'milestone_due',
  'popularity',
  'priority',
] as const;

/** Ids that somebody typed, or one of the words that stand for some. */
function idsOf(text: string): number[] | 'None' | 'Any' {
  if (text.toLowerCase() === 'none') return 'None';
  if (text.toLowerCase() === 'any') return 'Any';
  return listed(text).map(Number).filter(Number.isSafeInteger);
}

const excluded = (search: MergeRequestSearch) => ({
  ...(search.not_author_username && { author_username: search.not_author_username }),
  ...(search.not_reviewer_username && { reviewer_username: search.not_reviewer_username }),
  ...(search.not_assignee_username && { assignee_username: listed(search.not_assignee_username) }),
  ...(search.not_labels && { labels: listed(search.not_labels) }),
  ...(search.not_milestone && { milestone: search.not_milestone }),
  ...(search.not_my_reaction_emoji && { my_reaction_emoji: search.not_my_reaction_emoji }),
});

/** Those that the API takes as they are typed. */
const asTyped = [
  'author_username',
  'reviewer_username',
  'merge_user_username',
  'involves_username',
  'milestone',
  'my_reaction_emoji',
  'environment',
  'source_branch',
  'target_branch',
  'created_after',
  'created_before',
  'updated_after',
  'updated_before',
  'deployed_after',
  'deployed_before',
] as const;

const typedInput = (search: MergeRequestSearch) =>
  Object.fromEntries(asTyped.flatMap((name) => (search[name] ? [[name, search[name]]] : [])));

const listInput = (search: MergeRequestSearch): InputOf<typeof mergeRequests.listAll> => ({
  ...pageInput(search),
  state: oneOf(listStates, search.state) ?? 'opened',
  scope: oneOf(scopeFilter.options, search.scope) ?? 'all',
  order_by: oneOf(orders, search.order_by) ?? 'updated_at',
  with_labels_details: true,
  ...(search.sort && { sort: search.sort }),
  ...(search.search && { search: search.search }),
  ...(search.wip && { wip: oneOf(['yes', 'no'], search.wip) }),
  ...typedInput(search),
  ...(search.approved && { approved: oneOf(['yes', 'no'], search.approved) }),
  ...(search.approved_by_usernames && {
    approved_by_usernames: listed(search.approved_by_usernames),
  }),
  ...(search.approver_ids && { approver_ids: idsOf(search.approver_ids) }),
  ...(search.assignee_username && { assignee_username: listed(search.assignee_username) }),
  ...(search.labels && { labels: listed(search.labels) }),
  ...(search.source_project_id && { source_project_id: Number(search.source_project_id) }),
  ...(search.in === 'title' && { in: ['title' as const] }),
  ...(search.in === 'description' && { in: ['description' as const] }),
  ...(Object.keys(excluded(search)).length > 0 && { not: excluded(search) }),
});

/** Whose list: of one project, of a group with all below it, or of all. */
export interface Within {
  readonly project?: string;
  readonly group?: string;
}

export type Lists =
  | typeof mergeRequests.list
  | typeof mergeRequests.listOfGroup
  | typeof mergeRequests.listAll;

/** One page of such a list. */
export function mergeRequestList({ project, group }: Within, search: MergeRequestSearch) {
  const id = project ?? group;
  const input = {
    ...(id !== undefined && { id }),
    ...listInput(search),
    // What is no number is refused by the server, and the list says so.
    ...(project !== undefined && search.iids && { iids: listed(search.iids).map(Number) }),
    ...(group !== undefined && search.non_archived === 'no' && { non_archived: false }),
  };
  const endpoint =
    project !== undefined
      ? mergeRequests.list
      : group !== undefined
        ? mergeRequests.listOfGroup
        : mergeRequests.listAll;
  return listQuery<Lists, ListedMergeRequest>(endpoint, input, wholeRecords);
}

const ofBlock = 10;
const homeScopes = ['to_review', 'returned_to_me', 'waiting_for_others'] as const;

/** The blocks of the home page. */
export const ownBlocks = homeScopes.map((scope) => ({
  scope,
  list: listOf(mergeRequests.listAll, {
    scope,
    state: 'opened',
    order_by: 'updated_at',
    per_page: ofBlock,
    with_labels_details: true,
  }),
}));

/** Reads the blocks with one request; each is kept as the list that it is a part of. */
export async function prepareOwnBlocks(client: QueryClient): Promise<void> {
  const areKept = ownBlocks.every(({ list }) => client.getQueryData(list.queryKey) !== undefined);
  if (areKept) return;
  const blocks = await call(home.show, {});
  for (const { scope, list } of ownBlocks) {
    const { total, merge_requests: rows } = blocks[scope];
    client.setQueryData(list.queryKey, {
      rows,
      total: total ?? undefined,
      page: 1,
      perPage: ofBlock,
      nextPage: total !== null && total <= ofBlock ? undefined : 2,
      ignored: [],
    });
  }
}
