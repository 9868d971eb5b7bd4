import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { freshDatabase, hasPostgres, isDoneWithout } from './postgres.ts';

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const result = await client.query<Record<string, unknown>>(sql);
    return result.rows.flatMap((row) => Object.values(row));
  } finally {
    await client.end();
  }
}

describe.runIf(hasPostgres())('private server of the tests', () => {
  it('gives each caller a database of its own, copied from one template', async () => {
    let prepared = 0;
    const template = {
      name: 'berths',
      prepare: async (url: string): Promise<void> => {
        prepared += 1;
        await ask(url, 'create table berths (name text)');
      },
    };
    const [first, second] = await Promise.all([freshDatabase(template), freshDatabase(template)]);
    try {
      await ask(first.url, `insert into berths values ('one')`);
      expect(await ask(first.url, 'select name from berths')).toEqual(['one']);
      expect(await ask(second.url, 'select name from berths')).toEqual([]);
      expect(prepared).toBe(1);
    } finally {
      await first.drop();
      await second.drop();
    }
    await expect(ask(first.url, 'select 1')).rejects.toThrow('does not exist');
  });

  it('compares text by bytes and finds the trigram extension', async () => {
    const database = await freshDatabase();
    try {
      expect(await ask(database.url, `select 'Z' < 'a'`)).toEqual([true]);
      await ask(database.url, 'create extension pg_trgm');
      expect(await ask(database.url, 'show server_encoding')).toEqual(['UTF8']);
    } finally {
      await database.drop();
    }
  });
});

it('only what QD_TEST_WITHOUT names may be missing', () => {
  vi.stubEnv('QD_TEST_WITHOUT', 'python-gitlab,other');
  expect([isDoneWithout('python-gitlab'), isDoneWithout('postgres')]).toEqual([true, false]);
  vi.stubEnv('QD_TEST_WITHOUT', undefined);
  expect(isDoneWithout('postgres')).toBe(false);
  vi.unstubAllEnvs();
});
