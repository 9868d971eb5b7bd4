import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { freshDatabase, hasPostgres } from '../testing/postgres.ts';
import { openDatabase } from './open.ts';

it.runIf(hasPostgres())(
  'a connection that is cut between two statements ends its transaction alone',
  async () => {
    const database = await freshDatabase();
    const { db, close } = openDatabase({ url: database.url });
    try {
      const cut = db.transaction().execute(async (inner) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(inner);
        const [own] = rows;
        await sql`select pg_terminate_backend(${own?.pid})`.execute(db);
        // Once it is gone, its last words are here; nothing is asked of it meanwhile.
        const alive = sql`select 1 from pg_stat_activity where pid = ${own?.pid}`;
        while ((await alive.execute(db)).rows.length > 0) await nextTurn();
        await nextTurn();
        await sql`select 1`.execute(inner);
      });
      await expect(cut).rejects.toThrow(/terminat|not queryable/u);
      expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    } finally {
      await close();
      await database.drop();
    }
  },
);
