import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import { holdLock } from '../db/portable.ts';
import { freshDatabase, hasPostgres } from '../testing/postgres.ts';
import { scratchFolder } from '../testing/scratch-repository.ts';
import { openGate } from './gate.ts';
import { startServer } from './serve.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

describe('a server that starts', () => {
  it.runIf(hasPostgres())('lives and says what it waits for during a migration', async () => {
    const folder = scratchFolder();
    const database = await freshDatabase();
    const other = openDatabase({ url: database.url });
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const get = (path: string) => fetch(url + path);
    try {
      const config = readConfig({
        QD_DATA_DIR: join(folder.path, 'data'),
        DATABASE_URL: database.url,
        QD_PORT: String(port),
        QD_LOG_LEVEL: 'silent',
        QD_ROOT_PASSWORD: 'the password of root',
      });
      let starting: ReturnType<typeof startServer> | undefined;
      let held: Promise<Response> | undefined;
      await other.db.transaction().execute(async (trx) => {
        await holdLock(trx, 'postgres', 'migrations');
        starting = startServer(config);
        const ready = () => get('/-/readiness').then((answer) => answer.json(), String);
        await expect.poll(ready, { timeout: 20_000 }).toEqual({
          status: 'starting',
          waits_for: 'the database to be brought up to date',
        });
        expect((await get('/-/readiness')).status).toBe(503);
        const alive = await get('/-/liveness');
        expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }]);
        held = get('/api/v4/user');
        const tables = await sql`select 1 from pg_tables where tablename = 'users'`.execute(trx);
        expect(tables.rows).toEqual([]);
      });
      const server = await starting;
      expect((await held)?.status).toBe(401);
      expect((await get('/-/readiness')).status).toBe(200);
      await server?.stop();
    } finally {
      await other.close();
      await database.drop();
      folder.remove();
    }
  });

  it('does not keep requests for ever', async () => {
    const gate = openGate(() => 'the tide', 1);
    const late = await gate.fetch(new Request('http://127.0.0.1/api/v4/projects'));
    expect([late.status, late.headers.get('retry-after'), await late.json()]).toEqual([
      503,
      '10',
      { message: '503 Service Unavailable - the server starts and waits for the tide' },
    ]);
    gate.open(() => new Response('in'));
    expect(await (await gate.fetch(new Request('http://127.0.0.1/-/readiness'))).text()).toBe('in');
  });
});
