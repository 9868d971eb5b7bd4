import { createFileRoute } from '@tanstack/react-router';
import { GroupMergeRequests } from '../features/merge-requests/lists.tsx';
import { mergeRequestFilters } from '../features/merge-requests/filters.ts';
import { mergeRequestList } from '../features/merge-requests/list-queries.ts';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/groups/$group/merge-requests')({
  validateSearch: (search) => readListSearch(search, mergeRequestFilters),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) => {
    await prepareList(context.queryClient, mergeRequestList({ group: params.group }, deps));
  },
  staticData: { crumbs: () => [{ label: common.navigation.mergeRequests }] },
  component: GroupMergeRequests,
});
