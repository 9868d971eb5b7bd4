import { auditEvents } from '#contract/audit-events.ts';
import { queryOf } from '../../api/client.ts';
import { listQuery } from '../../table/list-query.ts';
import { pageInput } from '../../table/url-state.ts';
import type { AuditSearch } from './filters.ts';

export const auditList = (search: AuditSearch) =>
  listQuery(auditEvents.list, {
    ...pageInput(search),
    ...(search.actor && { actor: search.actor }),
    ...(search.action && { action: search.action }),
    ...(search.subject_type && { subject_type: search.subject_type }),
    ...(search.created_after && { created_after: search.created_after }),
    ...(search.created_before && { created_before: search.created_before }),
  });

/** How far the log is chained; with `verify` each link is looked at. */
export const auditChain = (verify: boolean) => queryOf(auditEvents.chain, verify ? { verify } : {});
