import type { ListSearchWith } from '../../table/url-state.ts';

// Apart from the queries: the route reads it before any screen, and it brings no schema along.
export const dependencyFilters = ['package_manager', 'license', 'direct'] as const;
export type DependencySearch = ListSearchWith<(typeof dependencyFilters)[number]>;
