import type { Generated } from 'kysely';

/** Column types: integers, ISO-8601 text, 0/1, JSON text. */
type Time = string;

interface AuditEvents {
  id: Generated<number>;
  actor_kind: string;
  actor_id: number | null;
  actor_name: string;
  action: string;
  subject_type: string;
  subject_id: number | null;
  subject_name: string;
  project_id: number | null;
  group_id: number | null;
  before: string | null;
  after: string | null;
  ip: string | null;
  request_id: string | null;
  /** The administrator behind a `sudo` request. */
  impersonator_id: Generated<number | null>;
  impersonator_name: Generated<string | null>;
  /** Why, in words of whoever did it. */
  reason: Generated<string | null>;
  created_at: Time;
}

/** One row of the audit log in the chain. Nothing refers to it, so that a lost row leaves a trace. */
interface AuditLinks {
  event_id: number;
  /** Of the row and the hash before. */
  hash: string;
}

/** Where the chain ends: one row, sealed by the secret key. */
interface AuditHeads {
  id: number;
  event_id: number;
  hash: string;
  seal: string;
  sealed_at: string;
}

export interface AuditTables {
  audit_events: AuditEvents;
  audit_links: AuditLinks;
  audit_heads: AuditHeads;
}
