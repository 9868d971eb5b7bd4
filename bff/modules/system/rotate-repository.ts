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

/** Puts values in the places of others, wherever those still stand; one look at the table. */
export async function replaceValues(
  db: Db,
  { table, column }: EncryptedColumn,
  changes: readonly { old: string; value: string }[],
): Promise<void> {
  if (changes.length === 0) return;
  const name = sql.ref(column);
  const cases = changes.map(({ old, value }) => sql`when ${old} then ${value}`);
  await sql`
    update ${sql.table(table)}
    set ${name} = case ${name} ${sql.join(cases, sql` `)} else ${name} end
    where ${name} in (${sql.join(changes.map(({ old }) => old))})`.execute(db);
}
