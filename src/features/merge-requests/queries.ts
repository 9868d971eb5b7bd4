import type { QueryClient } from '@tanstack/react-query';
import { branches } from '#contract/branches.ts';
import { commits } from '#contract/commits.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { labels } from '#contract/labels.ts';
import { mergeRequestChangesEndpoints } from '#contract/merge-request-changes.ts';
import { scopeFilter } from '#contract/merge-request-list.ts';
import { mergeRequests } from '#contract/merge-requests.ts';
import { mergeRequestDiscussions } from '#contract/notes.ts';
import { projects } from '#contract/projects.ts';
import { listOf, pagesOf, queryOf } from '../../api/client.ts';
import { type ListSearchWith, oneOf, pageInput } from '../../table/url-state.ts';
import { isUndecided } from './checks.ts';

export type MergeRequestSearch = ListSearchWith<'state' | 'scope' | 'wip'>;

/** Which merge request: the project's path or id, and its number there. */
export interface Which {
  readonly project: string;
  readonly iid: number;
}

export const listStates = ['opened', 'merged', 'closed', 'all'] as const;
export type ListStateName = (typeof listStates)[number];

const orders = ['created_at', 'updated_at', 'title', 'merged_at'] as const;

const listInput = (search: MergeRequestSearch): InputOf<typeof mergeRequests.listAll> => ({
  ...pageInput(search),
  state: oneOf(listStates, search.state) ?? 'opened',
  scope: oneOf(scopeFilter.options, search.scope) ?? 'all',
  order_by: oneOf(orders, search.order_by) ?? 'updated_at',
  with_labels_details: true,
  ...(search.sort && { sort: search.sort }),
  ...(search.search && { search: search.search }),
  ...(search.wip && { wip: oneOf(['yes', 'no'], search.wip) }),
});

/** Merge requests of one project, or of all. */
export const mergeRequestList = (project: string | undefined, search: MergeRequestSearch) =>
  listOf<typeof mergeRequests.list | typeof mergeRequests.listAll>(
    project === undefined ? mergeRequests.listAll : mergeRequests.list,
    { ...(project !== undefined && { id: project }), ...listInput(search) },
  );

const homeScopes = ['reviews_for_me', 'created_by_me', 'assigned_to_me'] as const;

/** The blocks of the home page. */
export const ownBlocks = homeScopes.map((scope) => ({
  scope,
  list: listOf(mergeRequests.listAll, {
    scope,
    state: 'opened',
    order_by: 'updated_at',
    per_page: 10,
    with_labels_details: true,
  }),
}));

export async function prepareOwnBlocks(client: QueryClient): Promise<void> {
  await Promise.all(ownBlocks.map(({ list }) => client.ensureQueryData(list)));
}

const idOf = ({ project, iid }: Which) => ({ id: project, merge_request_iid: iid });

/** One merge request; asked again while the server is still judging it. */
export const mergeRequestShown = (which: Which) => ({
  ...queryOf(mergeRequests.show, idOf(which)),
  refetchInterval: (query: { state: { data?: { detailed_merge_status: string } } }) =>
    isUndecided(query.state.data?.detailed_merge_status) ? 1500 : (false as const),
});

export const projectOf = (project: string) => queryOf(projects.show, { id: project });

export const labelsOf = (project: string) => listOf(labels.list, { id: project, per_page: 100 });

export const commitsOf = (which: Which, page = 1) =>
  listOf(mergeRequestChangesEndpoints.commits, { ...idOf(which), page, per_page: 100 });

/** Keyed by the head: a push brings other files. */
export const diffsOf = (which: Which) =>
  pagesOf(mergeRequestChangesEndpoints.diffs, { ...idOf(which), per_page: 50 });

export const threadsOf = (which: Which) =>
  pagesOf(mergeRequestDiscussions.list, { ...idOf(which), per_page: 100 });

export const branchChoices = (project: string, search: string) =>
  listOf(branches.list, { id: project, per_page: 50, ...(search && { search }) });

export const comparison = (project: string, from: string, to: string) =>
  queryOf(commits.compare, { id: project, from, to });

export const reviewerChoices = (project: string, search: string) =>
  listOf(projects.users, { id: project, per_page: 50, ...(search && { search }) });

/** What everything around a merge request needs. */
export async function prepareReview(client: QueryClient, which: Which): Promise<void> {
  await Promise.all([
    client.ensureQueryData(projectOf(which.project)),
    client.ensureQueryData(queryOf(mergeRequests.show, idOf(which))),
    client.ensureQueryData(commitsOf(which)),
  ]);
}

/** Endpoints whose answers any change of a merge request makes stale. */
export const touched = [
  mergeRequests.show,
  mergeRequests.list,
  mergeRequests.listAll,
  mergeRequestDiscussions.list,
  projects.show,
];
