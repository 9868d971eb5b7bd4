import { createFileRoute } from '@tanstack/react-router';
import { PeoplePage } from '../features/reassignments/people-page.tsx';
import { peopleList } from '../features/reassignments/queries.ts';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/groups/$group/reassignments')({
  validateSearch: (search) => readListSearch(search, ['status', 'file']),
  loaderDeps: ({ search: { file: _file, ...list } }) => list,
  loader: async ({ context, params, deps }) => {
    await prepareList(context.queryClient, peopleList(params.group, deps));
  },
  staticData: { crumbs: () => [{ label: common.navigation.reassignments }] },
  component: PeoplePage,
});
