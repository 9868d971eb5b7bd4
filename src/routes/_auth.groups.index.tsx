import { createFileRoute } from '@tanstack/react-router';
import { GroupsPage } from '../features/groups/groups-page.tsx';
import { groupList } from '../features/groups/queries.ts';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/groups/')({
  validateSearch: (search) => readListSearch(search, ['top_level_only', 'owned', 'visibility']),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await prepareList(context.queryClient, groupList(deps));
  },
  staticData: { crumbs: () => [{ label: common.navigation.groups }] },
  component: GroupsPage,
});
