import { createFileRoute } from '@tanstack/react-router';
import { ProtectedBranchesPage } from '../features/protected-branches/protected-branches-page.tsx';
import { protectedBranchList } from '../features/protected-branches/queries.ts';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/settings/protected-branches')({
  validateSearch: (search) => readListSearch(search),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) => {
    await prepareList(context.queryClient, protectedBranchList(params.project, deps));
  },
  staticData: { crumbs: () => [{ label: common.navigation.protectedBranches }] },
  component: ProtectedBranchesPage,
});
