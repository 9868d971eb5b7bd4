import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { workshop } from '../../testing/workshop.ts';

// What git tells and what is sent of it: one database is as good as the other.

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('of ten thousand files and of one of ten megabytes nothing is withheld', async () => {
  const shop = await workshop(app);
  const files = Object.fromEntries(
    Array.from({ length: 9_999 }, (_file, at) => [`d${at % 100}/${at}.txt`, `${at}\n`]),
  );
  const huge = 'a line of a huge file\n'.repeat(480_000);
  await shop.commit('tide', { ...files, 'huge.txt': huge });
  await shop.open({ source_branch: 'tide' });
  await app.drain();
  const path = `/bff${shop.path}/merge_requests/1/diff_stream`;
  const { text } = await app.call(`GET ${path}`, { token: shop.owner.token });
  const [head, ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect([head.count, rows.length]).toEqual([10_000, 10_000]);
  expect(rows.filter((row) => row.too_large || row.collapsed || row.diff === '')).toEqual([]);
  const { diff } = rows.find((row) => row.new_path === 'huge.txt');
  expect(diff.length).toBeGreaterThan(huge.length);
  // Ten thousand files are written first.
}, 240_000);
