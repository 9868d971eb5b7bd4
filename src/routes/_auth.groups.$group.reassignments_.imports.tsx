import { createFileRoute } from '@tanstack/react-router';
import { ImportsPage } from '../features/reassignments/imports-page.tsx';
import { importList } from '../features/reassignments/queries.ts';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/groups/$group/reassignments_/imports')({
  validateSearch: (search) => readListSearch(search, []),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) =>
    prepareList(context.queryClient, importList(params.group, deps)),
  staticData: { crumbs: () => [{ label: common.navigation.reassignments }] },
  component: ImportsPage,
});
