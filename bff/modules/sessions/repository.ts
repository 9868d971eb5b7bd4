import type { Db } from '../../db/open.ts';
import type { Change, NewRow, Row } from '../../db/schema.ts';

export type SessionRow = Row<'sessions'>;

export interface OpenSession {
  session: SessionRow;
  token: Row<'personal_access_tokens'>;
  user: Row<'users'>;
}

/** The session of a hash with its token and user. */
export async function findSession(db: Db, idSha256: string): Promise<OpenSession | undefined> {
  const session = await db
    .selectFrom('sessions')
    .selectAll()
    .where('id_sha256', '=', idSha256)
    .executeTakeFirst();
  if (session === undefined) return undefined;
  const token = await db
    .selectFrom('personal_access_tokens')
    .selectAll()
    .where('id', '=', session.token_id)
    .executeTakeFirstOrThrow();
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', session.user_id)
    .executeTakeFirstOrThrow();
  return { session, token, user };
}

/** Writes a session. */
export const insertSession = (db: Db, row: NewRow<'sessions'>): Promise<SessionRow> =>
  db.insertInto('sessions').values(row).returningAll().executeTakeFirstOrThrow();

/** A user's sessions, the last used first. */
export const listSessions = (db: Db, userId: number): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .execute();

/** Notes when a session was last used. */
export async function touchSession(db: Db, id: number, time: string): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: time }).where('id', '=', id).execute();
}

/** Deletes sessions; a session token goes with its last session. */
export async function deleteSessions(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = await db
    .deleteFrom('sessions')
    .where('id', 'in', [...ids])
    .returning('token_id')
    .execute();
  await db
    .deleteFrom('personal_access_tokens')
    .where('kind', '=', 'session')
    .where('id', 'in', [...gone.map((row) => row.token_id), 0])
    .execute();
}

/** Changes what sign-in keeps in a user row. */
export const changeSignIn = async (
  db: Db,
  userId: number,
  change: Change<'users'>,
): Promise<void> => {
  await db.updateTable('users').set(change).where('id', '=', userId).execute();
};
