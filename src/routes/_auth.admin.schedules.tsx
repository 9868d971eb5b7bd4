import { createFileRoute } from '@tanstack/react-router';
import { InstanceSchedulesPage } from '../features/pipeline-schedules/instance-page.tsx';
import { instanceList } from '../features/pipeline-schedules/queries.ts';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/admin/schedules')({
  validateSearch: (search) => readListSearch(search, ['state', 'owner', 'project_id']),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await prepareList(context.queryClient, instanceList(deps));
  },
  staticData: { crumbs: () => [{ label: common.navigation.schedules }] },
  component: InstanceSchedulesPage,
});
