import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { byVersion } from './rules.ts';

const names = (answer: { json: { name: string }[] }) => answer.json.map((tag) => tag.name);

it('versions in names are compared as numbers', () => {
  const sorted = ['v1.10', 'v1.9', 'v1.0', 'v1.0-rc1', 'v1.0-rc10', 'v1.0-rc2', 'a', 'v1.0.1'];
  expect(sorted.sort(byVersion)).toEqual([
    'a',
    'v1.0-rc1',
    'v1.0-rc2',
    'v1.0-rc10',
    'v1.0',
    'v1.0.1',
    'v1.9',
    'v1.10',
  ]);
});

onBothDatabases('tags', (app) => {
  it('a tag is made with and without a message, read and deleted', async () => {
    const { call, project, commit } = await harbor(app(), 'ann');
    const first = (await commit({ a: '1' })).json;
    const tags = `${project}/repository/tags`;
    const light = await call(`POST ${tags}`, { tag_name: 'light', ref: 'main' });
    expect(light.status).toBe(201);
    expect(light.json).toMatchObject({
      name: 'light',
      message: '',
      target: first.id,
      commit: { id: first.id, title: 'Add a' },
      release: null,
      protected: false,
      created_at: null,
    });
    const made = await call(`POST ${tags}`, {
      tag_name: 'v1/0',
      ref: first.short_id,
      message: 'First\n\nof many',
    });
    expect(made.json).toMatchObject({
      name: 'v1/0',
      message: 'First\n\nof many',
      commit: { id: first.id },
      created_at: expect.stringMatching(/^2026-11-27T12:.*Z$/),
    });
    expect(made.json.target).not.toBe(first.id);
    expect((await call(`GET ${tags}/v1%2F0`)).json).toEqual(made.json);
    const compared = await call(`GET ${project}/repository/commits?ref_name=v1%2F0`);
    expect(compared.json).toHaveLength(1);
    expect((await call(`DELETE ${tags}/v1%2F0`)).status).toBe(204);
    const gone = await call(`GET ${tags}/v1%2F0`);
    expect([gone.status, gone.json]).toEqual([404, { message: '404 Tag Not Found' }]);
    expect(names(await call(`GET ${tags}`))).toEqual(['light']);
  });

  it('a list of tags is sorted by date, name and version, and searched', async () => {
    const { call, project, commit } = await harbor(app(), 'bea');
    const tags = `${project}/repository/tags`;
    expect((await call(`GET ${tags}`)).json).toEqual([]);
    await commit({ a: '1' });
    const start = app().clock.now();
    for (const [at, tag_name] of ['v1.10', 'v1.9', 'alpha'].entries()) {
      app().clock.set(start + at * 60_000);
      await call(`POST ${tags}`, { tag_name, ref: 'main', message: 'x' });
    }
    app().clock.set(start);
    const list = async (query: string) => names(await call(`GET ${tags}?${query}`));
    expect(await list('')).toEqual(['alpha', 'v1.9', 'v1.10']);
    expect(await list('sort=asc')).toEqual(['v1.10', 'v1.9', 'alpha']);
    expect(await list('order_by=name&sort=asc')).toEqual(['alpha', 'v1.10', 'v1.9']);
    expect(await list('order_by=version')).toEqual(['v1.10', 'v1.9', 'alpha']);
    expect(await list('search=V1')).toEqual(['v1.9', 'v1.10']);
    expect(await list('search=^al')).toEqual(['alpha']);
    expect(await list('search=.9$')).toEqual(['v1.9']);
    const page = await call(`GET ${tags}?per_page=2&page=2`);
    expect([names(page), page.headers.get('x-total')]).toEqual([['v1.10'], '3']);
  });

  it('what cannot be a tag is refused and makes nothing', async () => {
    const { call, project, commit, member } = await harbor(app(), 'cid');
    await commit({ a: '1' });
    const tags = `${project}/repository/tags`;
    const refused = async (json: object) => {
      const answer = await call(`POST ${tags}`, json);
      expect(answer.status).toBe(400);
      return answer.json.message ?? answer.json.error;
    };
    expect(await refused({ tag_name: 'a..b', ref: 'main' })).toBe('Tag name invalid');
    expect(await refused({ tag_name: '-x', ref: 'main' })).toBe('Tag name invalid');
    expect(await refused({ tag_name: 'x', ref: 'ghost' })).toBe('Target ghost is invalid');
    expect(await refused({ ref: 'main' })).toBe('tag_name is missing, tag_name is empty');
    await call(`POST ${tags}`, { tag_name: 'x', ref: 'main' });
    expect(await refused({ tag_name: 'x', ref: 'main' })).toBe('Tag x already exists');
    expect(await refused({ tag_name: 'x/y', ref: 'main' })).toBe('Tag x/y already exists');
    expect(names(await call(`GET ${tags}`))).toEqual(['x']);
    expect((await call(`DELETE ${tags}/..%2Fheads%2Fmain`)).status).toBe(404);
    const guest = await member('cguest', 10);
    const reporter = await member('creporter', 20);
    const statuses = async (as: typeof call) => [
      (await as(`GET ${tags}`)).status,
      (await as(`POST ${tags}`, { tag_name: 'y', ref: 'main' })).status,
      (await as(`DELETE ${tags}/x`)).status,
    ];
    expect(await statuses(guest.as)).toEqual([403, 403, 403]);
    expect(await statuses(reporter.as)).toEqual([200, 403, 403]);
  });
});
