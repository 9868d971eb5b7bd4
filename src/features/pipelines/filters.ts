import type { ListSearchWith } from '../../table/url-state.ts';

// Apart from the queries: routes read it before any screen, and it brings no schema along.

/** Filters whose value is typed as the API takes it. */
export const typedFilters = [
  'ref',
  'username',
  'sha',
  'name',
  'created_after',
  'created_before',
  'updated_after',
  'updated_before',
] as const;

/** What the list's address holds besides what every list does. */
export const pipelineFilters = [
  'scope',
  'status',
  'source',
  'yaml_errors',
  ...typedFilters,
] as const;
export type PipelineSearch = ListSearchWith<(typeof pipelineFilters)[number]>;
