import { expect, test } from '@playwright/test';
import { fuzz } from './fuzz.ts';

// A slice of `npm run proof -- fuzz`, always of the same seed; a seed that fails joins it here.

test('random requests over all endpoints are answered, and never with a 500', async () => {
  const { sent, statuses, problems } = await fuzz({ requests: 1000, seed: 42 });
  expect(problems).toEqual([]);
  expect(sent).toBe(1000);
  // The requests are not all refused at the door.
  expect(statuses['200'] ?? 0).toBeGreaterThan(50);
});
