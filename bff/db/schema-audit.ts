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
  audit_links: AuditLinks;
  audit_heads: AuditHeads;
}
