import { createFileRoute } from '@tanstack/react-router';
import { FilesPage } from '../features/repository/files-page.tsx';
import { fileFilters } from '../features/repository/filters.ts';
import { lastCommit, prepareCode, treeList } from '../features/repository/queries.ts';
import { readListSearch } from '../table/url-state.ts';

export const Route = createFileRoute('/_auth/projects/$project/files/')({
  validateSearch: (search) => readListSearch(search, fileFilters),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, user }, params: { project: path }, deps }) =>
    prepareCode(queryClient, { user, path }, () => [
      treeList(path, deps).options,
      lastCommit(path, deps.path ?? '', deps.ref),
    ]),
  component: FilesPage,
});
