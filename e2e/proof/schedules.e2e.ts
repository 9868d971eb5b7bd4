import { expect, test } from '@playwright/test';
import { isDoneWithout } from '../../bff/testing/postgres.ts';
import { fireFromTwo, killWhileDue } from './schedules.ts';
import { scratchDatabase } from './scratch-database.ts';

// A slice of `npm run proof -- schedules`, always of the same seed.

test('schedules that are due fire once through a kill', async () => {
  const { fired, problems } = await killWhileDue({ rounds: 1, seed: 20_261_128 });
  expect([fired, problems]).toEqual([10, []]);
});

test('two replicas on PostgreSQL fire a thousand due schedules once each', async () => {
  test.skip(isDoneWithout('postgres'), 'QD_TEST_WITHOUT says so');
  const database = await scratchDatabase();
  if (database === undefined) throw new Error('No PostgreSQL here');
  try {
    const { fired, problems } = await fireFromTwo(database.url);
    expect([fired, problems]).toEqual([1000, []]);
  } finally {
    await database.remove();
  }
});
