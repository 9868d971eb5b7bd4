import { expect, test } from '@playwright/test';
import { isDoneWithout } from '../../bff/testing/postgres.ts';
import { crashRounds } from './crash.ts';
import { scratchDatabase } from './scratch-database.ts';

// A slice of `npm run proof -- crash`, always of the same seed; a seed that fails joins it here.

test.describe.configure({ mode: 'default', timeout: 300_000 });

test('a kill in the middle of the work loses nothing on SQLite', async () => {
  const { acknowledged, problems } = await crashRounds({ rounds: 2, seed: 20_261_128, most: 20 });
  expect(problems).toEqual([]);
  expect(acknowledged).toBeGreaterThan(9);
});

test('a kill in the middle of the work loses nothing on PostgreSQL', async () => {
  test.skip(isDoneWithout('postgres'), 'QD_TEST_WITHOUT says so');
  const database = await scratchDatabase();
  if (database === undefined) throw new Error('No PostgreSQL here');
  try {
    const found = await crashRounds({
      rounds: 1,
      seed: 1128,
      most: 20,
      databaseUrl: database.url,
    });
    expect(found.problems).toEqual([]);
    expect(found.acknowledged).toBeGreaterThan(4);
  } finally {
    await database.remove();
  }
});
