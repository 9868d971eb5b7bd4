import { sql } from 'kysely';
import type { EncryptedColumn } from '../../db/encrypted-columns.ts';
import type { Db } from '../../db/open.ts';

/** Some values of a column behind the last one, in their own order. */
export async function listValues(
  db: Db,
  { table, column }: EncryptedColumn,
  { after, most }: { after: string; most: number },
): Promise<string[]> {
  const name = sql.ref<string>(column);
  const { rows } = await sql<{ value: string }>`
    select distinct ${name} as value from ${sql.table(table)}
    where ${name} > ${after} order by value limit ${sql.lit(most)}`.execute(db);
  return rows.map(({ value }) => value);
}

/** Puts a value in the place of another, wherever that still stands. */
export async function replaceValue(
  db: Db,
  { table, column }: EncryptedColumn,
  { old, value }: { old: string; value: string },
): Promise<void> {
  const name = sql.ref(column);
  await sql`
    update ${sql.table(table)} set ${name} = ${value} where ${name} = ${old}`.execute(db);
}
