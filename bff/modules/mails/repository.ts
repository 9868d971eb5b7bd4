import type { SelectQueryBuilder } from 'kysely';
import type { Page } from '#contract/common.ts';
import type { Db } from '../../db/open.ts';
import { pageOf } from '../../db/page.ts';
import type { Change, NewRow, Row, Tables } from '../../db/schema.ts';

export type MailRow = Row<'mails'>;
/** A mail as it is listed: its attachments may be megabytes. */
export type ListedMail = Omit<MailRow, 'attachments'>;
const listed = [
  'id',
  'to',
  'subject',
  'text',
  'headers',
  'state',
  'error',
  'created_at',
  'sent_at',
] as const;

/** Writes mails; their ids. */
export async function insertMails(db: Db, mails: readonly NewRow<'mails'>[]): Promise<number[]> {
  const rows = await db
    .insertInto('mails')
    .values([...mails])
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export const findMail = (db: Db, id: number): Promise<MailRow | undefined> =>
  db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();

/** Changes a mail's state. */
export async function updateMail(db: Db, id: number, change: Change<'mails'>): Promise<void> {
  await db.updateTable('mails').set(change).where('id', '=', id).execute();
}

/** Ends queued mails that no server takes: they stay where administrators read them. */
export async function keepMails(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'kept' })
    .where('id', 'in', [...ids, 0])
    .where('state', '=', 'queued')
    .execute();
}

/** One page of mails, the newest first. */
export function listMails(
  db: Db,
  filter: { to?: string; state?: MailRow['state'] },
  paging: { offset: number; perPage: number },
): Promise<Page<ListedMail>> {
  const narrow = <O>(query: SelectQueryBuilder<Tables, 'mails', O>) => {
    let q = query;
    if (filter.to !== undefined) q = q.where('to', '=', filter.to);
    if (filter.state !== undefined) q = q.where('state', '=', filter.state);
    return q;
  };
  const from = db.selectFrom('mails');
  const rows = narrow(from.select(listed)).orderBy('id', 'desc');
  return pageOf(db, rows, narrow(from.select('id')), paging);
}
