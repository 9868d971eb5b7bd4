import { createFileRoute } from '@tanstack/react-router';
import { ProjectMergeRequests } from '../features/merge-requests/lists.tsx';
import { mergeRequestFilters } from '../features/merge-requests/filters.ts';
import { mergeRequestList } from '../features/merge-requests/list-queries.ts';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';

export const Route = createFileRoute('/_auth/projects/$project/merge-requests/')({
  validateSearch: (search) => readListSearch(search, mergeRequestFilters),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) => {
    await prepareList(context.queryClient, mergeRequestList({ project: params.project }, deps));
  },
  component: ProjectMergeRequests,
});
