import type { ListSearchWith } from '../../table/url-state.ts';

// Apart from the query: the route reads it before any screen, and it brings no schema along.

/** Filters of the audit log that the URL may hold. */
export const auditFilters = [
  'actor',
  'action',
  'subject_type',
  'created_after',
  'created_before',
] as const;

export type AuditSearch = ListSearchWith<(typeof auditFilters)[number]>;
