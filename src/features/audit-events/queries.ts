import { auditEvents } from '#contract/audit-events.ts';
import { listQuery } from '../../table/list-query.ts';
import { type ListSearchWith, pageInput } from '../../table/url-state.ts';

/** Filters of the audit log that the URL may hold. */
export const auditFilters = [
  'actor',
  'action',
  'subject_type',
  'created_after',
  'created_before',
] as const;

export type AuditSearch = ListSearchWith<(typeof auditFilters)[number]>;

export const auditList = (search: AuditSearch) =>
  listQuery(auditEvents.list, {
    ...pageInput(search),
    ...(search.actor && { actor: search.actor }),
    ...(search.action && { action: search.action }),
    ...(search.subject_type && { subject_type: search.subject_type }),
    ...(search.created_after && { created_after: search.created_after }),
    ...(search.created_before && { created_before: search.created_before }),
  });
