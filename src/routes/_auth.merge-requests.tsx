import { createFileRoute } from '@tanstack/react-router';
import { AllMergeRequests } from '../features/merge-requests/lists.tsx';
import { mergeRequestList } from '../features/merge-requests/queries.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/merge-requests')({
  validateSearch: (search) => readListSearch(search, ['state', 'scope', 'wip']),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await context.queryClient.ensureQueryData(mergeRequestList(undefined, deps));
  },
  staticData: { crumbs: () => [{ label: common.navigation.mergeRequests }] },
  component: AllMergeRequests,
});
