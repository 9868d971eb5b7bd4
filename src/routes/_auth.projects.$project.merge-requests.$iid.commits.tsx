import { createFileRoute } from '@tanstack/react-router';
import { CommitsTab } from '../features/merge-requests/commits-tab.tsx';
import { commitsOf } from '../features/merge-requests/queries.ts';
import { readListSearch } from '../table/url-state.ts';

export const Route = createFileRoute('/_auth/projects/$project/merge-requests/$iid/commits')({
  validateSearch: (search) => readListSearch(search),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params: { project, iid }, deps }) => {
    await context.queryClient.ensureQueryData(commitsOf({ project, iid: Number(iid) }, deps));
  },
  component: CommitsTab,
});
