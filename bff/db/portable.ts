import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Dialect } from './columns.ts';

/** True for a unique index's refusal in either database. */
export function isUniqueViolation(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return (
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY' ||
    code === '23505'
  );
}

const locks = {
  migrations: 7261001,
  paths: 7261002,
  merge_request_blocks: 7261003,
  external_controls: 7261004,
  issue_places: 7261005,
};

/**
 * Waits until no other transaction holds the lock, and holds it until this one ends. SQLite has one
 * writer at a time anyway.
 */
export async function holdLock(
  trx: Pick<Kysely<unknown>, 'getExecutor'>,
  dialect: Dialect,
  name: keyof typeof locks,
): Promise<void> {
  if (dialect !== 'postgres') return;
  await sql`select pg_advisory_xact_lock(${sql.lit(locks[name])})`.execute(trx);
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** Rows whose column (stored in lower case) contains the text in any case. */
export function containsLower(column: Expression<string>, text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${column} like ${`%${escapeLike(text.toLowerCase())}%`} escape '\\'`;
}

/** Rows whose column of JSON text has this key. */
export function containsKey(column: Expression<string | null>, key: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${column} like ${`%"${escapeLike(key)}":%`} escape '\\'`;
}

/** 0/1 of a boolean. */
export const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

const separators = ['.', ',', ':', ';', '!', '?', '(', ')', '[', ']', '"', "'", '/', '-', '\n'];

/** Rows whose column (stored in lower case) contains the word between blanks and signs. */
export function containsWord(column: Expression<string>, word: string): RawBuilder<SqlBool> {
  const spaced = separators.reduce(
    (text, sign) => sql<string>`replace(${text}, ${sign}, ' ')`,
    sql<string>`${column}`,
  );
  // Few rows hold the letters at all: the others are spared the dear part.
  const whole = containsLower(sql<string>`' ' || ${spaced} || ' '`, ` ${word} `);
  return sql<SqlBool>`(${containsLower(column, word)} and ${whole})`;
}

const patienceTurns = 40;

/**
 * Waits until every transaction that is writing to a table has ended, so that no id below one that
 * was read before can turn up any more; false where one takes longer than two seconds. Nobody is
 * held up by it. SQLite has one writer at a time anyway.
 */
export async function writersHaveEnded(
  db: Pick<Kysely<unknown>, 'getExecutor'>,
  dialect: Dialect,
  table: string,
): Promise<boolean> {
  if (dialect === 'sqlite') return true;
  const writing = async () => {
    const { rows } = await sql<{ writer: string }>`
      select virtualtransaction as writer from pg_locks
      where locktype = 'relation' and mode = 'RowExclusiveLock' and granted
        and database = (select oid from pg_database where datname = current_database())
        and relation = ${table}::regclass and pid <> pg_backend_pid()`.execute(db);
    return rows.map(({ writer }) => writer);
  };
  const before = new Set(await writing());
  for (let turn = 0; turn < patienceTurns; turn++) {
    if (!(await writing()).some((writer) => before.has(writer))) return true;
    await sql`select pg_sleep(0.05)`.execute(db);
  }
  return false;
}

/** The end of a select whose rows nobody else changes until the transaction ends; rows that others hold are left out. */
export const skippingLocked = (dialect: Dialect): RawBuilder<unknown> =>
  dialect === 'postgres' ? sql`for update skip locked` : sql``;
