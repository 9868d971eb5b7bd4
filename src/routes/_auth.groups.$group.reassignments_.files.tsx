import { createFileRoute } from '@tanstack/react-router';
import { FilesPage } from '../features/reassignments/files-page.tsx';
import { prepareFiles } from '../features/reassignments/queries.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/groups/$group/reassignments_/files')({
  validateSearch: (search) => readListSearch(search, ['file']),
  loaderDeps: ({ search: { file: _file, ...list } }) => list,
  loader: ({ context, params, deps }) => prepareFiles(context.queryClient, params.group, deps),
  staticData: { crumbs: () => [{ label: common.navigation.reassignments }] },
  component: FilesPage,
});
