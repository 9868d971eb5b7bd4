import { createFileRoute } from '@tanstack/react-router';
import { DependenciesPage } from '../features/dependencies/dependencies-page.tsx';
import { dependencyFilters } from '../features/dependencies/filters.ts';
import { prepareDependencies } from '../features/dependencies/queries.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/dependencies')({
  validateSearch: (search) => readListSearch(search, dependencyFilters),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) =>
    prepareDependencies(context.queryClient, params.project, deps),
  staticData: { crumbs: () => [{ label: common.navigation.dependencies }] },
  component: DependenciesPage,
});
