import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openingQuery, queryClient } from './client.ts';
import { every } from './polling.ts';

test('what is polled is asked for as often as the instance says, or never', () => {
  const known = (polling_interval_multiplier: number) =>
    // Only this part of the answer is read.
    queryClient.setQueryData(openingQuery.queryKey, { polling_interval_multiplier } as never);
  expect(every(2000)).toBe(2000);
  known(2.5);
  expect(every(2000)).toBe(5000);
  known(0);
  expect(every(2000)).toBe(false);
  queryClient.removeQueries({ queryKey: openingQuery.queryKey });

  const root = join(import.meta.dirname, '..');
  const asking = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => [name, readFileSync(join(root, name), 'utf8')] as const)
    .filter(([, text]) => text.includes('refetchInterval'));
  expect(asking.length).toBeGreaterThan(5);
  const deaf = asking.filter(([, text]) => !text.includes('every('));
  // It waits for what one has just asked for, which ends.
  expect(deaf.map(([name]) => name)).toEqual(['features/merge-requests/check-row.tsx']);
});
