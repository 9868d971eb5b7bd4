import Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, type PostgresPool, SqliteDialect } from 'kysely';
import type { Dialect } from './columns.ts';
import { clockOfSqlite, limitLists } from './in-time.ts';
import { keepTotals, type Stamp } from './kept-totals.ts';
import type { Tables } from './schema.ts';
import { preparedOnce } from './sqlite-statements.ts';

export type Db = Kysely<Tables>;

export interface Database {
  db: Db;
  dialect: Dialect;
  close(): Promise<void>;
}

/** Where nobody set how long the query of a list may take. */
const usualListMs = 15_000;

/** Opens SQLite at a file (WAL, every commit fsynced) or PostgreSQL at a URL. */
export function openDatabase(
  target: { file: string } | { url: string },
  listMs = usualListMs,
): Database {
  return 'url' in target ? openPostgres(target.url, listMs) : openSqlite(target.file, listMs);
}

function openSqlite(file: string, listMs: number): Database {
  const sqlite = new Sqlite(file);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('busy_timeout = 5000');
  sqlite.function(clockOfSqlite.name, { directOnly: true }, clockOfSqlite.test);
  const database = { prepare: preparedOnce(sqlite), close: () => sqlite.close() };
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  limitLists(db, { ms: listMs });
  keepTotals(db, stampOf(sqlite));
  return { db, dialect: 'sqlite', close: () => db.destroy() };
}

/** What this connection has changed so far, and how often others have. */
function stampOf(sqlite: Sqlite.Database): Stamp {
  const here = sqlite.prepare<[], number>('select total_changes()').pluck();
  const elsewhere = sqlite.prepare<[], number>('pragma data_version').pluck();
  return () => `${here.get()} ${elsewhere.get()}`;
}

const INT8_OID = 20;

/** The driver is loaded with the first statement: a server on SQLite starts without it. */
async function poolOf(url: string, limits: { statement_timeout?: number }): Promise<PostgresPool> {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(INT8_OID, Number);
  const pool = new pg.Pool({ connectionString: url, max: 10, ...limits });
  // A connection that breaks is replaced by the pool, and whatever it is asked then is rejected;
  // unheard it would end the process, idle or between two statements of a transaction.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function openPostgres(url: string, listMs: number): Database {
  const open = (limits: { statement_timeout?: number }) =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool: () => poolOf(url, limits) }) });
  const db = open({});
  // Connections of their own: nothing else is cut short, and slow lists leave the others free.
  const timed = open({ statement_timeout: listMs });
  limitLists(db, { ms: listMs, timed });
  return {
    db,
    dialect: 'postgres',
    async close() {
      await Promise.all([db.destroy(), timed.destroy()]);
    },
  };
}
