import { createFileRoute } from '@tanstack/react-router';
import { CommitsPage } from '../features/repository/commits-page.tsx';
import { commitFilters } from '../features/repository/filters.ts';
import { commitList, prepareCode, refOf } from '../features/repository/queries.ts';
import { readListSearch } from '../table/url-state.ts';

export const Route = createFileRoute('/_auth/projects/$project/commits/')({
  validateSearch: (search) => readListSearch(search, commitFilters),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, user }, params: { project: path }, deps }) =>
    prepareCode(queryClient, { user, path }, (project) => [
      commitList(path, { ...deps, ref_name: refOf(project, deps.ref_name) }).options,
    ]),
  component: CommitsPage,
});
