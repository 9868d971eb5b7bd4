import { createFileRoute } from '@tanstack/react-router';
import { userList } from '../features/users/queries.ts';
import { UsersPage } from '../features/users/users-page.tsx';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/admin/users/')({
  validateSearch: (search) => readListSearch(search, ['active', 'blocked', 'admins', 'external']),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await prepareList(context.queryClient, userList(deps));
  },
  staticData: { crumbs: () => [{ label: common.navigation.users }] },
  component: UsersPage,
});
