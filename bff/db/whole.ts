import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from './columns.ts';
import type { Db } from './open.ts';

/** A database as a whole, whatever its tables are: for backups and moves. */
interface Store {
  db: Db;
  dialect: Dialect;
}

export interface Table {
  name: string;
  columns: string[];
  /** Its ids are given by the database and never again. */
  hasIds: boolean;
}

type Value = string | number | null;
type Values = readonly Value[];

/** Not copied: it says which of the others there are. */
const own = 'schema_migrations';

/** All tables, by name, without those that the database keeps for itself and its indexes. */
export async function listTables({ db, dialect }: Store): Promise<Table[]> {
  const { rows } = await (dialect === 'sqlite'
    ? sql<{ name: string; column: string; ids: number }>`
          select t.name, c.name as "column", m.sql like '%autoincrement%' as ids
          from pragma_table_list() t join pragma_table_info(t.name) c
          join sqlite_master m on m.name = t.name
          where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'
          order by t.name, c.cid`
    : sql<{ name: string; column: string; ids: number }>`
          select c.table_name as name, c.column_name as "column",
            case when c.is_identity = 'YES' then 1 else 0 end as ids
          from information_schema.columns c join information_schema.tables t
            on t.table_schema = c.table_schema and t.table_name = c.table_name
          where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
          order by c.table_name collate "C", c.ordinal_position`
  ).execute(db);
  const tables = new Map<string, Table>();
  for (const { name, column, ids } of rows) {
    if (name === own) continue;
    const table = tables.get(name) ?? { name, columns: [], hasIds: false };
    table.columns.push(column);
    // SQLite says so of the table, PostgreSQL of the column.
    table.hasIds ||= Number(ids) === 1;
    tables.set(name, table);
  }
  return [...tables.values()];
}

/** The migrations that a database has had, in their order; none where it is empty. */
export async function listMigrations(store: Store): Promise<string[]> {
  const { db, dialect } = store;
  const { rows: there } = await (dialect === 'sqlite'
    ? sql`select 1 from sqlite_master where name = ${own}`
    : sql`select 1 from pg_tables where schemaname = current_schema() and tablename = ${own}`
  ).execute(db);
  if (there.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(own)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

export interface Snapshot extends Store {
  end(): Promise<void>;
}

/** One moment of a database to read from, while others go on writing. */
export async function openSnapshot({ db, dialect }: Store): Promise<Snapshot> {
  const begin = db.startTransaction();
  const trx = await (dialect === 'sqlite'
    ? begin
    : begin.setIsolationLevel('repeatable read').setAccessMode('read only')
  ).execute();
  // The first read is what fixes the moment.
  await sql`select count(*) from ${sql.table(own)}`.execute(trx);
  return {
    db: trx,
    dialect,
    end: async () => {
      await trx.rollback().execute();
    },
  };
}

const pageRows = 200;

/** All rows of a table, some at a time, as they are in a snapshot. */
export async function* readRows({ db, dialect }: Snapshot, table: Table): AsyncGenerator<Values[]> {
  const columns = sql.join(table.columns.map((column) => sql.ref(column)));
  const from = sql`from ${sql.table(table.name)}`;
  const valuesOf = (row: Record<string, Value>) => table.columns.map((name) => row[name] ?? null);
  if (dialect === 'postgres') {
    await sql`declare whole_table no scroll cursor for select ${columns} ${from}`.execute(db);
  }
  let last = -1;
  for (;;) {
    const page: RawBuilder<Record<string, Value>> =
      dialect === 'postgres'
        ? sql`fetch ${sql.lit(pageRows)} from whole_table`
        : sql`select rowid as "#", ${columns} ${from} where rowid > ${last}
              order by rowid limit ${sql.lit(pageRows)}`;
    const { rows } = await page.execute(db);
    if (rows.length > 0) yield rows.map(valuesOf);
    last = Number(rows.at(-1)?.['#'] ?? last);
    if (rows.length < pageRows) break;
  }
  if (dialect === 'postgres') await sql`close whole_table`.execute(db);
}

/** The last id that a table gave; 0 before the first. */
export async function lastId({ db, dialect }: Store, { name }: Table): Promise<number> {
  if (dialect === 'sqlite') {
    const { rows } = await sql<{ seq: number }>`
      select seq from sqlite_sequence where name = ${name}`.execute(db);
    return rows[0]?.seq ?? 0;
  }
  const { rows } = await sql<{ last: number | null }>`
    select pg_sequence_last_value(pg_get_serial_sequence(${name}, 'id')::regclass) as last
  `.execute(db);
  return rows[0]?.last ?? 0;
}

/** How many rows a table has. */
export async function countRows({ db }: Store, { name }: Table): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(name)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

interface Filling {
  insert(table: Table, rows: readonly Values[]): Promise<void>;
  setLastId(table: Table, id: number): Promise<void>;
  count(table: Table): Promise<number>;
  /** All of it is there, whichever row names which. */
  commit(): Promise<void>;
  undo(): Promise<void>;
}

const mostParameters = 30_000;

/** Empties all tables and fills them anew: all or nothing. */
export async function openFilling(store: Store): Promise<Filling> {
  const { dialect } = store;
  const tables = await listTables(store);
  const trx = await store.db.startTransaction().execute();
  const run = async (text: RawBuilder<unknown>) => {
    await text.execute(trx);
  };
  // Rows come table by table; what names another row is looked at in the end.
  const foreign = dialect === 'postgres' ? await listForeignKeys(trx) : [];
  const alter = (how: string) => async () => {
    for (const { table, name } of foreign) {
      const key = sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)}`;
      await run(sql`${key} ${sql.raw(how)}`);
    }
  };
  if (dialect === 'sqlite') await run(sql`pragma defer_foreign_keys = on`);
  await alter('deferrable initially deferred')();
  for (const { name } of tables) await run(sql`delete from ${sql.table(name)}`);
  return {
    async insert({ name, columns }, rows) {
      const most = Math.max(1, Math.floor(mostParameters / columns.length));
      for (let at = 0; at < rows.length; at += most) {
        const some = rows.slice(at, at + most).map((row) => sql`(${sql.join(row)})`);
        const into = sql`${sql.table(name)} (${sql.join(columns.map((one) => sql.ref(one)))})`;
        await run(sql`insert into ${into} values ${sql.join(some)}`);
      }
    },
    async setLastId({ name }, id) {
      if (dialect === 'sqlite') {
        await run(sql`delete from sqlite_sequence where name = ${name}`);
        await run(sql`insert into sqlite_sequence (name, seq) values (${name}, ${id})`);
      } else if (id > 0) {
        await run(sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${id}::bigint, true)`);
      }
    },
    count: (table) => countRows({ db: trx, dialect }, table),
    async commit() {
      if (dialect === 'postgres') await run(sql`set constraints all immediate`);
      await alter('not deferrable')();
      await trx.commit().execute();
    },
    undo: async () => {
      await trx.rollback().execute();
    },
  };
}

async function listForeignKeys(db: Db): Promise<{ table: string; name: string }[]> {
  const { rows } = await sql<{ table: string; name: string }>`
    select r.relname as "table", c.conname as name from pg_constraint c
    join pg_class r on r.oid = c.conrelid join pg_namespace n on n.oid = r.relnamespace
    where c.contype = 'f' and n.nspname = current_schema()`.execute(db);
  return rows;
}
