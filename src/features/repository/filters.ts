import type { ListSearchWith } from '../../table/url-state.ts';

// Apart from the queries: routes read it before any screen, and it brings no schema along.

/** Where in the files one is. */
export const fileFilters = ['path', 'ref'] as const;
export type FilesSearch = ListSearchWith<(typeof fileFilters)[number]>;

/** Which commits, by the names of the API. */
export const commitFilters = [
  'ref_name',
  'path',
  'author',
  'since',
  'until',
  'first_parent',
] as const;
export type CommitSearch = ListSearchWith<(typeof commitFilters)[number]>;
