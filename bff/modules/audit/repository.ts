import type { Db } from '../../db/open.ts';
import type { NewRow } from '../../db/schema.ts';

/** Writes an audit row. */
export async function insertAuditEvent(db: Db, row: NewRow<'audit_events'>): Promise<void> {
  await db.insertInto('audit_events').values(row).execute();
}
