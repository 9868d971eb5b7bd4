import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { consolePathOf, redirectFamiliarPaths } from './familiar-paths.ts';
import type { Env } from './mount.ts';

it.each([
  ['/group/app/-/merge_requests/5', '/projects/group%2Fapp/merge-requests/5'],
  ['/a/b/c/-/issues/1', '/projects/a%2Fb%2Fc/issues/1'],
  ['/group/app/-/wikis', '/projects/group%2Fapp/wiki'],
  ['/group/app/-/wikis/How-to/Moor', '/projects/group%2Fapp/wiki/pages/How-to%2FMoor'],
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

it('a familiar path redirects whether anything is there or not, other paths go their way', async () => {
  const hono = new Hono<Env>();
  redirectFamiliarPaths(hono);
  const ask = async (path: string) => {
    const { status, headers } = await hono.request(path);
    return [status, headers.get('location')];
  };
  expect(await ask('/no/where/-/merge_requests/5')).toEqual([
    302,
    '/projects/no%2Fwhere/merge-requests/5',
  ]);
  const version = 'a'.repeat(40);
  expect(await ask(`/no/where/-/wikis/home?version_id=${version}`)).toEqual([
    302,
    `/projects/no%2Fwhere/wiki/pages/home/history/${version}`,
  ]);
  expect(await ask('/no/where/-/wikis/home?version_id=//evil')).toEqual([
    302,
    '/projects/no%2Fwhere/wiki/pages/home',
  ]);
  expect(await ask('/nobody')).toEqual([302, '/projects?namespace=nobody']);
  for (const path of ['/api/v4/projects', '/uploads/a/b', '/no/where.git/info/refs', '/a%zz/b']) {
    expect([path, ...(await ask(path))]).toEqual([path, 404, null]);
  }
});
