import Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, type PostgresPool, SqliteDialect } from 'kysely';
import type { Dialect } from './columns.ts';
import type { Tables } from './schema.ts';
import { preparedOnce } from './sqlite-statements.ts';

export type Db = Kysely<Tables>;

export interface Database {
  db: Db;
  dialect: Dialect;
  close(): Promise<void>;
}

/** Opens SQLite at a file (WAL, every commit fsynced) or PostgreSQL at a URL. */
export function openDatabase(target: { file: string } | { url: string }): Database {
  return 'url' in target ? openPostgres(target.url) : openSqlite(target.file);
}

function openSqlite(file: string): Database {
  const sqlite = new Sqlite(file);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('busy_timeout = 5000');
  const database = { prepare: preparedOnce(sqlite), close: () => sqlite.close() };
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  return { db, dialect: 'sqlite', close: () => db.destroy() };
}

const INT8_OID = 20;

/** The driver is loaded with the first statement: a server on SQLite starts without it. */
async function poolOf(url: string): Promise<PostgresPool> {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(INT8_OID, Number);
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  // A connection that breaks while idle is replaced by the pool; unhandled it would end the process.
  pool.on('error', () => undefined);
  return pool;
}

function openPostgres(url: string): Database {
  const dialect = new PostgresDialect({ pool: () => poolOf(url) });
  const db = new Kysely<Tables>({ dialect });
  return { db, dialect: 'postgres', close: () => db.destroy() };
}
