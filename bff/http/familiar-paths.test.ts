import { expect, it } from 'vitest';
import { consolePathOf } from './familiar-paths.ts';

it.each([
  ['/group/app/-/merge_requests/5', '/projects/group%2Fapp/merge-requests/5'],
  ['/a/b/c/-/issues/1', '/projects/a%2Fb%2Fc/issues/1'],
  ['/group/app', '/projects/group%2Fapp'],
  ['/groups/a/b/-/epics/3', '/groups/a%2Fb/epics/3'],
  ['/ann', '/projects?namespace=ann'],
  ['/projects/group%2Fapp', undefined],
  ['/merge-requests', undefined],
  ['/admin/users', undefined],
  ['/group/app/-/unknown/5', undefined],
  ['/', undefined],
  ['//evil.example', undefined],
])('%s leads to %s', (path, wanted) => {
  expect(consolePathOf(path)).toBe(wanted);
});
