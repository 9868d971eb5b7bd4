import type { QueryClient } from '@tanstack/react-query';
import { dependencies } from '#contract/dependencies.ts';
import { queryOf } from '../../api/client.ts';
import { listQuery, prepareList } from '../../table/list-query.ts';
import { pageInput } from '../../table/url-state.ts';
import type { DependencySearch } from './filters.ts';

/** What a project depends on. */
export const dependencyList = (project: string, search: DependencySearch) =>
  listQuery(dependencies.list, {
    id: project,
    ...pageInput(search),
    ...(search.sort && { sort: search.sort }),
    ...(search.search && { search: search.search }),
    ...(search.package_manager && { package_manager: [search.package_manager] }),
    ...(search.license && { license: search.license }),
    ...(search.direct && { direct: search.direct === 'true' }),
  });

/** Which commit was read, and what there is to filter by. */
export const overviewOf = (project: string) => queryOf(dependencies.overview, { id: project });

/** What the screen shows. */
export async function prepareDependencies(
  client: QueryClient,
  project: string,
  search: DependencySearch,
): Promise<void> {
  await Promise.all([
    client.prefetchQuery(overviewOf(project)),
    prepareList(client, dependencyList(project, search)),
  ]);
}
