import type { SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Page } from '#contract/common.ts';
import { compiledOnce } from '../../db/compiled.ts';
import type { Db } from '../../db/open.ts';
import { pageOf } from '../../db/page.ts';
import { containsLower } from '../../db/portable.ts';
import type { NewRow, Row, Tables } from '../../db/schema.ts';

export type TokenRow = Row<'personal_access_tokens'>;

/** The token of a hash with its user: one statement, on every request that carries a token. */
export async function findTokenWithUser(
  db: Db,
  tokenSha256: string,
): Promise<{ token: TokenRow; user: Row<'users'> } | undefined> {
  const [token] = await tokensOf(db, [tokenSha256]);
  const [user] = token === undefined ? [] : await usersOf(db, [token.user_id]);
  return token === undefined || user === undefined ? undefined : { token, user };
}

const tokensOf = compiledOnce<string, TokenRow>((db, hashes) =>
  db.selectFrom('personal_access_tokens').selectAll().where('token_sha256', 'in', hashes),
);

const usersOf = compiledOnce<number, Row<'users'>>((db, ids) =>
  db.selectFrom('users').selectAll().where('id', 'in', ids),
);

/** The token of an id. */
export const findToken = (db: Db, id: number): Promise<TokenRow | undefined> =>
  db.selectFrom('personal_access_tokens').selectAll().where('id', '=', id).executeTakeFirst();

/** Writes a token. */
export const insertToken = (db: Db, row: NewRow<'personal_access_tokens'>): Promise<TokenRow> =>
  db.insertInto('personal_access_tokens').values(row).returningAll().executeTakeFirstOrThrow();

/** Marks a token as revoked; false when it was. */
export async function revokeToken(db: Db, id: number): Promise<boolean> {
  const changed = await db
    .updateTable('personal_access_tokens')
    .set({ revoked: 1 })
    .where('id', '=', id)
    .where('revoked', '=', 0)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Notes when a token was last used. */
export async function touchToken(db: Db, id: number, time: string): Promise<void> {
  await db
    .updateTable('personal_access_tokens')
    .set({ last_used_at: time })
    .where('id', '=', id)
    .execute();
}

export interface TokenFilter {
  kind: 'personal' | 'impersonation';
  user_id?: number;
  state?: 'active' | 'inactive';
  revoked?: boolean;
  search?: string;
  /** Today: tokens that expire on or before it are inactive. */
  today: string;
}

/** One page of tokens of a kind, the oldest first. */
export function listTokens(
  db: Db,
  filter: TokenFilter,
  paging: { offset: number; perPage: number },
): Promise<Page<TokenRow>> {
  const narrow = <O>(query: SelectQueryBuilder<Tables, 'personal_access_tokens', O>) => {
    let q = query.where('kind', '=', filter.kind);
    const { search, today } = filter;
    if (filter.user_id !== undefined) q = q.where('user_id', '=', filter.user_id);
    if (filter.revoked !== undefined) q = q.where('revoked', '=', filter.revoked ? 1 : 0);
    if (filter.state === 'active') {
      q = q
        .where('revoked', '=', 0)
        .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', today)]));
    }
    if (filter.state === 'inactive') {
      q = q.where((e) => e.or([e('revoked', '=', 1), e('expires_at', '<=', today)]));
    }
    if (search !== undefined && search !== '') {
      q = q.where((e) => containsLower(sql<string>`lower(${e.ref('name')})`, search));
    }
    return q;
  };
  const from = db.selectFrom('personal_access_tokens');
  return pageOf(db, narrow(from.selectAll()).orderBy('id'), narrow(from.select('id')), paging);
}

/** Some of the listed tokens that are in force and end after a day, or never. */
export const listTokensBeyond = (db: Db, day: string): Promise<TokenRow[]> =>
  db
    .selectFrom('personal_access_tokens')
    .selectAll()
    .where('kind', '=', 'personal')
    .where('revoked', '=', 0)
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', day)]))
    .orderBy('id')
    .limit(200)
    .execute();
