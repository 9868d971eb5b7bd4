import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../columns.ts';

const tables = ['merge_requests', 'issues'];

/** Finds rows by any three letters in a row of their title and description. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const table of tables) {
    await db.schema.createIndex(`${table}_iid_idx`).on(table).column('iid').execute();
    if (dialect === 'sqlite') await addIndex(db, table);
  }
  if (dialect === 'sqlite') return;
  const indexes = tables.map(
    (table) => `create index ${table}_text_idx on ${table}
      using gin (title_lower gin_trgm_ops, description_lower gin_trgm_ops);`,
  );
  // Where the extension is not installed, or not for this user, everything is found all the same.
  await sql
    .raw(`do $$ begin
      create extension if not exists pg_trgm;
      ${indexes.join('\n')}
    exception
      when insufficient_privilege or undefined_file or undefined_object or feature_not_supported
      then raise notice 'no text index: %', sqlerrm;
    end $$`)
    .execute(db);
}

/** The index keeps no text of its own; triggers tell it what goes and what comes. */
export async function addIndex(db: Kysely<unknown>, table: string): Promise<void> {
  const index = `${table}_text`;
  const columns = 'rowid, title_lower, description_lower';
  const values = (row: 'new' | 'old') => `${row}.id, ${row}.title_lower, ${row}.description_lower`;
  const add = `insert into ${index} (${columns}) values (${values('new')});`;
  const remove = `insert into ${index} (${index}, ${columns}) values ('delete', ${values('old')});`;
  const statements = [
    `create virtual table ${index} using fts5(title_lower, description_lower,
      content='${table}', content_rowid='id', tokenize='trigram case_sensitive 1')`,
    `create trigger ${index}_insert after insert on ${table} begin ${add} end`,
    `create trigger ${index}_delete after delete on ${table} begin ${remove} end`,
    `create trigger ${index}_update after update of title_lower, description_lower on ${table}
      when old.title_lower is not new.title_lower
        or old.description_lower is not new.description_lower
      begin ${remove} ${add} end`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  await fill(db, table);
}

/** So many rows at once take a tenth of a second where texts are long. */
const batch = 200;

/**
 * What is there already. In parts, because a statement of SQLite lets nobody else in: over a large
 * table it takes a minute, in which health would not be answered.
 */
async function fill(db: Kysely<unknown>, table: string): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    const part = (columns: string) =>
      sql`select ${sql.raw(columns)} from ${sql.table(table)}
        where id > ${after} order by id limit ${batch}`;
    await sql`insert into ${sql.table(`${table}_text`)} (rowid, title_lower, description_lower)
      ${part('id, title_lower, description_lower')}`.execute(db);
    const last: { rows: { id: number | null }[] } = await sql<{ id: number | null }>`
      select max(id) as id from (${part('id')})`.execute(db);
    after = last.rows[0]?.id ?? null;
    await nextTurn();
  }
}
