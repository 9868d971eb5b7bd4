import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { freshDatabase, hasPostgres } from '../testing/postgres.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/all.ts';
import { type Database, openDatabase } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'qd-migrate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Tables of the databases themselves; those of a text index are SQLite's own. */
const notOurs = /^schema_migrations$|^sqlite_|_text(_config|_data|_docsize|_idx)?$/;

const columnsOf = async ({ db }: Database) =>
  (await db.introspection.getTables())
    .filter((table) => !notOurs.test(table.name))
    .flatMap((table) => table.columns.map((column) => `${table.name}.${column.name}`))
    .sort();

/** Opens an empty database, hands it over and removes it. */
async function onEmpty<T>(dialect: 'sqlite' | 'postgres', act: (database: Database) => Promise<T>) {
  const fresh = dialect === 'postgres' ? await freshDatabase() : undefined;
  const file = join(folder, `${Math.random()}.sqlite`);
  const database = openDatabase(fresh === undefined ? { file } : { url: fresh.url });
  try {
    return await act(database);
  } finally {
    await database.close();
    await fresh?.drop();
  }
}

describe('migrations', () => {
  it('have unique names in ascending order', () => {
    const names = migrations.map((migration) => migration.name);
    expect([...new Set(names)].sort()).toEqual(names);
  });

  for (const dialect of ['sqlite', 'postgres'] as const) {
    it.runIf(dialect === 'sqlite' || hasPostgres())(
      `every prefix applies, and the rest on top of it, on ${dialect}`,
      async () => {
        const whole = await onEmpty(dialect, async (database) => {
          await migrate(database.db, dialect);
          return columnsOf(database);
        });
        // One database through all its versions: each begins where the one before has ended.
        await onEmpty(dialect, async (database) => {
          for (let count = 1; count <= migrations.length; count++) {
            const applied = await migrate(database.db, dialect, migrations.slice(0, count));
            expect(applied).toEqual([migrations[count - 1]?.name]);
          }
          expect(await columnsOf(database)).toEqual(whole);
          expect(await migrate(database.db, dialect)).toEqual([]);
        });
      },
    );
  }

  it.runIf(hasPostgres())('both databases get the same tables and columns', async () => {
    const [one, other] = await Promise.all(
      (['sqlite', 'postgres'] as const).map((dialect) =>
        onEmpty(dialect, async (database) => {
          await migrate(database.db, dialect);
          return columnsOf(database);
        }),
      ),
    );
    expect(one).toEqual(other);
  });
});
