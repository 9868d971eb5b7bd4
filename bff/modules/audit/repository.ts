import type { SelectQueryBuilder } from 'kysely';
import type { Page } from '#contract/common.ts';
import type { Dialect } from '../../db/columns.ts';
import type { Db } from '../../db/open.ts';
import { containsKey } from '../../db/portable.ts';
import { pageOf } from '../../db/page.ts';
import type { NewRow, Row, Tables } from '../../db/schema.ts';

export type AuditEventRow = Row<'audit_events'>;

/** Writes audit rows. */
export async function insertAuditEvents(
  db: Db,
  rows: readonly NewRow<'audit_events'>[],
): Promise<void> {
  await db
    .insertInto('audit_events')
    .values([...rows])
    .execute();
}

/**
 * Moves the last activity of a project forward where it lies before a time. Nobody waits for it: a
 * row that another transaction is changing stays as that one leaves it.
 */
export async function moveLastActivity(
  db: Db,
  dialect: Dialect,
  projectId: number,
  { to, before }: { to: string; before: string },
): Promise<void> {
  const stale = db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .where('last_activity_at', '<', before)
    .$if(dialect === 'postgres', (query) => query.forNoKeyUpdate().skipLocked());
  await db.updateTable('projects').set({ last_activity_at: to }).where('id', '=', stale).execute();
}

export const findAuditEvent = (db: Db, id: number): Promise<AuditEventRow | undefined> =>
  db.selectFrom('audit_events').selectAll().where('id', '=', id).executeTakeFirst();

/** Times of the first and the last row of an action. */
export async function firstAndLast(
  db: Db,
  action: string,
): Promise<{ first: string | null; last: string | null }> {
  const { fn } = db;
  const found = await db
    .selectFrom('audit_events')
    .select([fn.min('created_at').as('first'), fn.max('created_at').as('last')])
    .where('action', '=', action)
    .executeTakeFirst();
  return { first: found?.first ?? null, last: found?.last ?? null };
}

export interface AuditFilter {
  actor_id?: number;
  actor?: string;
  /** `project.create`, or `project.` for all that is done to projects. */
  action?: string;
  subject_type?: string;
  subject_id?: number;
  project_id?: number;
  group_id?: number;
  created_after?: string;
  created_before?: string;
  /** Among the values that were changed. */
  key?: string;
  /** Leaves out what changed no value. */
  hasChanges?: true;
}

const equals = ['actor_id', 'subject_type', 'subject_id', 'project_id', 'group_id'] as const;

/** One page of audit rows, the newest first. */
export function listAuditEvents(
  db: Db,
  filter: AuditFilter,
  paging: { offset: number; perPage: number },
): Promise<Page<AuditEventRow>> {
  const narrow = <O>(query: SelectQueryBuilder<Tables, 'audit_events', O>) => {
    let q = query;
    for (const column of equals) {
      const value = filter[column];
      if (value !== undefined) q = q.where(column, '=', value);
    }
    const { actor, action, created_after, created_before, key } = filter;
    if (actor !== undefined) {
      q = q.where((e) => e.or([e('actor_name', '=', actor), e('impersonator_name', '=', actor)]));
    }
    if (action?.endsWith('.')) {
      // `/` is the sign after `.`: all actions of one subject lie between the two.
      q = q.where('action', '>=', action).where('action', '<', `${action.slice(0, -1)}/`);
    } else if (action !== undefined) q = q.where('action', '=', action);
    if (created_after !== undefined) q = q.where('created_at', '>=', created_after);
    if (created_before !== undefined) q = q.where('created_at', '<=', created_before);
    if (filter.hasChanges) q = q.where('after', '<>', '{}');
    if (key !== undefined) q = q.where((e) => containsKey(e.ref('after'), key));
    return q;
  };
  const from = db.selectFrom('audit_events');
  const rows = narrow(from.selectAll()).orderBy('id', 'desc');
  return pageOf(db, rows, narrow(from.select('id')), paging);
}
