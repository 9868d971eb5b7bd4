import type { ListSearchWith } from '../../table/url-state.ts';

// Apart from the queries: routes read it before any screen, and it brings no schema along.

/** Filters whose value is typed as the API takes it. */
export const typedFilters = [
  'labels',
  'created_after',
  'created_before',
  'updated_after',
  'updated_before',
] as const;

/** What the list's address holds besides what every list does. */
export const epicFilters = ['state', 'below', ...typedFilters] as const;
export type EpicSearch = ListSearchWith<(typeof epicFilters)[number]>;
