import type { Db } from '../../db/open.ts';
import type { NewRow, Row } from '../../db/schema.ts';

export type UserAgent = Row<'user_agent_details'>;

export const findUserAgent = (db: Db, issueId: number): Promise<UserAgent | undefined> =>
  db
    .selectFrom('user_agent_details')
    .selectAll()
    .where('issue_id', '=', issueId)
    .executeTakeFirst();

/** Writes down from where an issue was opened. */
export async function insertUserAgent(db: Db, row: NewRow<'user_agent_details'>): Promise<void> {
  await db.insertInto('user_agent_details').values(row).execute();
}
