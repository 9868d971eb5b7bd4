import { expect, test } from '@playwright/test';
import { loadFor } from './load.ts';

test('sixty-four connections that read and write are all answered', async () => {
  const { sent, problems } = await loadFor(5);
  expect(problems).toEqual([]);
  expect(sent).toBeGreaterThan(200);
});
