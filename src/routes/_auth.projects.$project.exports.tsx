import { createFileRoute } from '@tanstack/react-router';
import { ProjectExportsPage } from '../features/dependency-list-exports/project-exports-page.tsx';
import { prepareExports } from '../features/dependency-list-exports/queries.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/exports')({
  validateSearch: (search) => readListSearch(search),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) =>
    prepareExports(context.queryClient, { kind: 'project', path: params.project }, deps),
  staticData: { crumbs: () => [{ label: common.navigation.exports }] },
  component: ProjectExportsPage,
});
