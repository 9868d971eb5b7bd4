import { createFileRoute } from '@tanstack/react-router';
import { ProjectMergeRequests } from '../features/merge-requests/lists.tsx';
import { mergeRequestList } from '../features/merge-requests/queries.ts';
import { readListSearch } from '../table/url-state.ts';

export const Route = createFileRoute('/_auth/projects/$project/merge-requests/')({
  validateSearch: (search) => readListSearch(search, ['state', 'scope', 'wip']),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) => {
    await context.queryClient.ensureQueryData(mergeRequestList(params.project, deps));
  },
  component: ProjectMergeRequests,
});
