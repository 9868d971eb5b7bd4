import { createFileRoute } from '@tanstack/react-router';
import { FileHistory } from '../features/repository/file-history.tsx';
import { commitFilters } from '../features/repository/filters.ts';
import { commitList, prepareCode, refOf } from '../features/repository/queries.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/files/$path/history')({
  validateSearch: (search) => readListSearch(search, [...commitFilters, 'ref']),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, user }, params, deps }) =>
    prepareCode(queryClient, { user, path: params.project }, (project) => [
      commitList(params.project, {
        ...deps,
        ref_name: refOf(project, deps.ref),
        path: params.path,
      }).options,
    ]),
  staticData: { crumbs: () => [{ label: common.navigation.history }] },
  component: FileHistory,
});
