import { createFileRoute } from '@tanstack/react-router';
import { GroupExportsPage } from '../features/dependency-list-exports/group-exports-page.tsx';
import { prepareExports } from '../features/dependency-list-exports/queries.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/groups/$group/exports')({
  validateSearch: (search) => readListSearch(search),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) =>
    prepareExports(context.queryClient, { kind: 'group', path: params.group }, deps),
  staticData: { crumbs: () => [{ label: common.navigation.exports }] },
  component: GroupExportsPage,
});
