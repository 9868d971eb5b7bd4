import { createFileRoute } from '@tanstack/react-router';
import { JobsPage } from '../features/system/jobs-page.tsx';
import { jobList } from '../features/system/queries.ts';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/admin/system/jobs')({
  validateSearch: (search) => readListSearch(search, ['state', 'kind']),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await prepareList(context.queryClient, jobList(deps));
  },
  staticData: {
    crumbs: () => [
      { label: common.navigation.system, link: { to: '/admin/system' } },
      { label: common.navigation.jobs },
    ],
  },
  component: JobsPage,
});
