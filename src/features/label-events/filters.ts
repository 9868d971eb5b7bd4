import type { ListSearchWith } from '../../table/url-state.ts';

// Apart from the queries: routes read it before any screen, and it brings no schema along.

/** What the list's address holds besides what every list does. */
export const labelEventFilters = [
  'label',
  'username',
  'resource_type',
  'action',
  'created_after',
  'created_before',
] as const;
export type LabelEventSearch = ListSearchWith<(typeof labelEventFilters)[number]>;
