import type * as z from 'zod';
import type { auditEvent } from '#contract/audit-events.ts';
import type { AuditEventRow } from './repository.ts';

type Values = Record<string, unknown>;

// Written by `audit` alone, from plain objects.
const valuesOf = (text: string | null) => (text === null ? null : (JSON.parse(text) as Values));

/** An audit row's record. */
export const presentAuditEvent = (row: AuditEventRow): z.output<typeof auditEvent> => ({
  id: row.id,
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
  impersonator:
    row.impersonator_id === null
      ? null
      : { id: row.impersonator_id, name: row.impersonator_name ?? '' },
  action: row.action,
  subject: { type: row.subject_type, id: row.subject_id, name: row.subject_name },
  project_id: row.project_id,
  group_id: row.group_id,
  before: valuesOf(row.before),
  after: valuesOf(row.after),
  ip: row.ip,
  request_id: row.request_id,
  reason: row.reason,
  created_at: row.created_at,
});
