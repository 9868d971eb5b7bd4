import type { Db } from './open.ts';

/** The next number of a scope, never given twice. Call inside the transaction that uses it. */
export async function nextNumber(db: Db, scope: string, scopeId: number): Promise<number> {
  const row = await db
    .insertInto('counters')
    .values({ scope, scope_id: scopeId, last: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'scope_id'])
        .doUpdateSet((e) => ({ last: e('counters.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return row.last;
}

/** Keeps a number that a caller chose from being given again. Call inside the same transaction. */
export async function skipNumber(
  db: Db,
  of: { scope: string; scopeId: number },
  number: number,
): Promise<void> {
  await db
    .insertInto('counters')
    .values({ scope: of.scope, scope_id: of.scopeId, last: number })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'scope_id'])
        .doUpdateSet({ last: number })
        .where('counters.last', '<', number),
    )
    .execute();
}
