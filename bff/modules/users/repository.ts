import type { Expression, ExpressionBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
import type { Page } from '#contract/common.ts';
import { compiledOnce } from '../../db/compiled.ts';
import type { Db } from '../../db/open.ts';
import { containsLower } from '../../db/portable.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import type { Change, NewRow, Row, Tables } from '../../db/schema.ts';
import { sql } from 'kysely';

export type UserRow = Row<'users'>;

/** The user of an id. */
export const findUser = (db: Db, id: number): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/** The user of a name in any case. */
export const findUserByUsername = (db: Db, username: string): Promise<UserRow | undefined> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('username_lower', '=', username.toLowerCase())
    .executeTakeFirst();

/** The user of an address in any case. */
export const findUserByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('email_lower', '=', email.toLowerCase())
    .executeTakeFirst();

/** Users of several ids. */
export const listUsersByIds = compiledOnce<number, UserRow>((db, ids) =>
  db.selectFrom('users').selectAll().where('id', 'in', ids),
);

/** Writes a user. */
export const insertUser = (db: Db, row: NewRow<'users'>): Promise<UserRow> =>
  db.insertInto('users').values(row).returningAll().executeTakeFirstOrThrow();

/** Changes a user. */
export const updateUserRow = (db: Db, id: number, change: Change<'users'>): Promise<UserRow> =>
  db.updateTable('users').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Moves a user from one state to another; undefined where it has another one by now. */
export const moveState = (
  db: Db,
  id: number,
  move: { from: UserRow['state']; to: UserRow['state']; at: string },
): Promise<UserRow | undefined> =>
  db
    .updateTable('users')
    .set({ state: move.to, updated_at: move.at })
    .where('id', '=', id)
    .where('state', '=', move.from)
    .returningAll()
    .executeTakeFirst();

/** One more wrong guess, counted here however many come at once; how many there are. */
export const countFailure = async (db: Db, id: number): Promise<number> => {
  const row = await db
    .updateTable('users')
    .set((e) => ({ failed_attempts: e('failed_attempts', '+', 1) }))
    .where('id', '=', id)
    .returning('failed_attempts')
    .executeTakeFirst();
  return row?.failed_attempts ?? 0;
};

/** Notes the day on which a user was here. */
export const noteDay = async (db: Db, id: number, day: string): Promise<void> => {
  await db.updateTable('users').set({ last_activity_on: day }).where('id', '=', id).execute();
};

/** How many active administrators there are. */
export const countAdministrators = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('users')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('is_admin', '=', 1)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow();
  return row.count;
};

export interface UserFilter {
  search?: string;
  username?: string;
  ids?: readonly number[];
  active?: boolean;
  blocked?: boolean;
  external?: boolean;
  admins?: boolean;
  humans?: boolean;
  created_after?: string;
  created_before?: string;
  order_by: 'id' | 'name' | 'username' | 'created_at' | 'updated_at';
  sort: 'asc' | 'desc';
}

/** Users by username, public or own address, all in lower case. */
export async function listUsersNamed(
  db: Db,
  { usernames, emails }: { usernames: readonly string[]; emails: readonly string[] },
): Promise<UserRow[]> {
  // One look-up for each index.
  const named = (where: (e: ExpressionBuilder<Tables, 'users'>) => Expression<SqlBool>) =>
    db.selectFrom('users').selectAll().where(where).execute();
  const found = [
    ...(usernames.length === 0
      ? []
      : await named((e) => e('username_lower', 'in', [...usernames]))),
    ...(emails.length === 0 ? [] : await named((e) => e('email_lower', 'in', [...emails]))),
    ...(emails.length === 0
      ? []
      : await named((e) =>
          e.and([
            e('public_email', 'is not', null),
            e(sql<string>`lower(${e.ref('public_email')})`, 'in', [...emails]),
          ]),
        )),
  ];
  return [...new Map(found.map((user) => [user.id, user])).values()];
}

/** One page of users. */
export function listUsers(db: Db, filter: UserFilter, paging: Slice): Promise<Page<UserRow>> {
  const narrow = <O>(query: SelectQueryBuilder<Tables, 'users', O>) => {
    let q = query;
    const { search } = filter;
    if (filter.username !== undefined) {
      q = q.where('username_lower', '=', filter.username.toLowerCase());
    }
    if (filter.ids !== undefined) q = q.where('id', 'in', [...filter.ids, 0]);
    if (search !== undefined && search !== '') {
      q = q.where((e) =>
        e.or([
          containsLower(e.ref('username_lower'), search),
          containsLower(sql<string>`lower(${e.ref('name')})`, search),
          e('email_lower', '=', search.toLowerCase()),
        ]),
      );
    }
    if (filter.active === true) q = q.where('state', '=', 'active');
    if (filter.blocked === true) q = q.where('state', '=', 'blocked');
    if (filter.external === true) q = q.where('external', '=', 1);
    if (filter.admins === true) q = q.where('is_admin', '=', 1);
    if (filter.humans === true) q = q.where('bot', '=', 0);
    if (filter.created_after !== undefined) q = q.where('created_at', '>=', filter.created_after);
    if (filter.created_before !== undefined) q = q.where('created_at', '<=', filter.created_before);
    return q;
  };
  const rows = narrow(db.selectFrom('users').selectAll())
    .orderBy(filter.order_by, filter.sort)
    .orderBy('id', filter.sort);
  return pageOf(db, rows, narrow(db.selectFrom('users').select('id')), paging);
}

const mostAtOnce = 200;

/** Some of the people without the rights of administrators who were not here since a time. */
export const listDormant = (db: Db, before: string): Promise<UserRow[]> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('state', '=', 'active')
    .where('bot', '=', 0)
    .where('is_admin', '=', 0)
    .where('created_at', '<', before)
    .where((e) =>
      e.or([e('last_activity_on', 'is', null), e('last_activity_on', '<', before.slice(0, 10))]),
    )
    .orderBy('id')
    .limit(mostAtOnce)
    .execute();

/** Some of the people who never confirmed their address, were never here and came before a time, by id. */
export const listUnconfirmed = (
  db: Db,
  { before, after }: { before: string; after: number },
): Promise<UserRow[]> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('confirmed_at', 'is', null)
    .where('current_sign_in_at', 'is', null)
    .where('last_activity_on', 'is', null)
    .where('created_at', '<', before)
    .where('id', '>', after)
    .orderBy('id')
    .limit(mostAtOnce)
    .execute();

/** Holds a user until the transaction ends; false where the address was confirmed by now. */
export const claimUnconfirmed = async (db: Db, id: number): Promise<boolean> =>
  (await db
    .updateTable('users')
    .set({ confirmed_at: null })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .where('current_sign_in_at', 'is', null)
    .where('last_activity_on', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** Confirms the address that waits for this token, whatever it is by now; undefined for none. */
export const confirmBy = (db: Db, sha256: string, at: string): Promise<UserRow | undefined> =>
  db
    .updateTable('users')
    .set({ confirmed_at: at, confirmation_sha256: null })
    .where('confirmation_sha256', '=', sha256)
    .returningAll()
    .executeTakeFirst();

/** How many people take a seat: those who are active and no bots. */
export const countSeats = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('users')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('state', '=', 'active')
    .where('bot', '=', 0)
    .executeTakeFirstOrThrow();
  return row.count;
};

/** Addresses of some of the active administrators. */
export const listAdministratorEmails = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('is_admin', '=', 1)
    .where('state', '=', 'active')
    .orderBy('id')
    .limit(20)
    .execute();
  return rows.map(({ email }) => email);
};
