import { type Kysely, sql } from 'kysely';
import type { Db } from './open.ts';
import type { Dialect } from './columns.ts';
import { type Migration, migrations } from './migrations/all.ts';
import { holdLock } from './portable.ts';

/** Applies what is missing, each migration in its own transaction; returns the names applied. */
export async function migrate(
  db: Kysely<unknown> | Db,
  dialect: Dialect,
  wanted: readonly Migration[] = migrations,
): Promise<string[]> {
  // Migrations name no live table type.
  const store = db as Kysely<unknown>;
  await store.transaction().execute(async (trx) => {
    // PostgreSQL lets two who make the same table at once fail, whatever `if not exists` says.
    await holdLock(trx, dialect, 'migrations');
    await sql`create table if not exists schema_migrations (name text primary key)`.execute(trx);
  });
  const applied: string[] = [];
  for (const migration of wanted) {
    const ran = await store.transaction().execute(async (trx) => {
      // Replicas that start together take turns.
      await holdLock(trx, dialect, 'migrations');
      const inserted = await sql<{ name: string }>`
        insert into schema_migrations (name) values (${migration.name})
        on conflict do nothing returning name`.execute(trx);
      if (inserted.rows.length === 0) return false;
      await migration.up(trx, dialect);
      return true;
    });
    if (ran) applied.push(migration.name);
  }
  return applied;
}
