import type { Db } from '../../db/open.ts';
import type { Row } from '../../db/schema.ts';
import type { AuditEventRow } from './repository.ts';

export type AuditLink = Row<'audit_links'>;
export type AuditHead = Row<'audit_heads'>;

const head = 1;

/** Where the chain ends; undefined before its first link. */
export const findHead = (db: Db): Promise<AuditHead | undefined> =>
  db.selectFrom('audit_heads').selectAll().where('id', '=', head).executeTakeFirst();

/** The highest id of the audit rows; 0 without one. */
export async function lastEventId(db: Db): Promise<number> {
  const row = await db
    .selectFrom('audit_events')
    .select((e) => e.fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** Audit rows after one id and up to another, in their order. */
export const listEventsBetween = (
  db: Db,
  { after, upTo, most }: { after: number; upTo: number; most: number },
): Promise<AuditEventRow[]> =>
  db
    .selectFrom('audit_events')
    .selectAll()
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .orderBy('id')
    .limit(most)
    .execute();

/** Links after one id and up to another, in their order. */
export const listLinksBetween = (
  db: Db,
  { after, upTo }: { after: number; upTo: number },
): Promise<AuditLink[]> =>
  db
    .selectFrom('audit_links')
    .selectAll()
    .where('event_id', '>', after)
    .where('event_id', '<=', upTo)
    .orderBy('event_id')
    .execute();

/** Links behind the head: there is none unless somebody wrote one by hand. */
export const findLinkAfter = (db: Db, eventId: number): Promise<AuditLink | undefined> =>
  db
    .selectFrom('audit_links')
    .selectAll()
    .where('event_id', '>', eventId)
    .orderBy('event_id')
    .limit(1)
    .executeTakeFirst();

/** Adds links to the chain. */
export async function insertLinks(db: Db, links: readonly AuditLink[]): Promise<void> {
  await db.insertInto('audit_links').values(links).execute();
}

/** Moves the head on from where it was; false where another process did so first. */
export async function moveHead(
  db: Db,
  from: number | undefined,
  to: Omit<AuditHead, 'id'>,
): Promise<boolean> {
  if (from === undefined) {
    const made = await db
      .insertInto('audit_heads')
      .values({ id: head, ...to })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    return (made.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }
  const moved = await db
    .updateTable('audit_heads')
    .set(to)
    .where('id', '=', head)
    .where('event_id', '=', from)
    .executeTakeFirst();
  return moved.numUpdatedRows > 0n;
}

/** How many audit rows come after an id, and the first of them. */
export async function tailAfter(
  db: Db,
  eventId: number,
): Promise<{ count: number; first: number | null }> {
  const row = await db
    .selectFrom('audit_events')
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min('id').as('first')])
    .where('id', '>', eventId)
    .executeTakeFirstOrThrow();
  return { count: row.count, first: row.first };
}
