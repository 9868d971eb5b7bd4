import { describe, expect, it } from 'vitest';
import { ciProject } from '../../testing/ci-projects.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { environmentSlug, nameProblem, tierOfName } from './names.ts';

describe('names of environments', () => {
  it.each([
    ['production', 'production'],
    ['Live site', 'production'],
    ['staging', 'staging'],
    ['demo', 'staging'],
    ['qa', 'testing'],
    ['review/feature-1', 'development'],
    ['moon', 'other'],
  ])('%s is for %s', (name, tier) => {
    expect(tierOfName(name)).toBe(tier);
  });

  it('become short names fit for hosts, each its own', () => {
    expect(environmentSlug('production')).toBe('production');
    const slugs = ['review/a', 'review-a', 'Review a', '1st', 'x'.repeat(40), 'x'.repeat(41)].map(
      environmentSlug,
    );
    expect(new Set(slugs).size).toBe(slugs.length);
    for (const slug of slugs) expect(slug).toMatch(/^[a-z][a-z0-9-]{0,22}[a-z0-9]$/);
  });

  it.each(['/a', 'a/', 'a\nb', 'ä', 'a:b', 'x'.repeat(256)])('%j is none', (name) => {
    expect(nameProblem(name)).toBeDefined();
  });
});

onBothDatabases('environments', (app) => {
  it('are made, found, changed, stopped and deleted', async () => {
    const { path, call } = await ciProject(app(), 'ada');
    const create = (json: object) => call(`POST ${path}/environments`, { json });
    const made = await create({ name: 'review/One', external_url: 'https://one.example.test' });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      name: 'review/One',
      tier: 'development',
      state: 'available',
      external_url: 'https://one.example.test',
      description: null,
      auto_stop_at: null,
      auto_stop_setting: 'always',
    });
    await create({ name: 'production', description: 'The real one' });
    expect((await create({ name: 'production' })).json.message.name).toEqual([
      'has already been taken',
    ]);
    expect((await create({ name: '/x' })).status).toBe(400);
    expect((await create({ name: 'x', external_url: 'javascript:1' })).status).toBe(400);
    expect((await create({ name: 'x', tier: 'moon' })).json).toEqual({
      error: 'tier does not have a valid value',
    });
    const names = async (query: string) =>
      (await call(`GET ${path}/environments?${query}`)).json.map(
        (one: { name: string }) => one.name,
      );
    expect(await names('')).toEqual(['review/One', 'production']);
    expect(await names('name=production')).toEqual(['production']);
    expect(await names('search=VIEW')).toEqual(['review/One']);
    expect(await names('states=stopped')).toEqual([]);
    expect((await call(`GET ${path}/environments?search=ab`)).status).toBe(400);
    expect((await call(`GET ${path}/environments?search=abc&name=x`)).json).toEqual({
      error: 'name, search are mutually exclusive',
    });
    const one = `${path}/environments/${made.json.id}`;
    expect((await call(`GET ${one}`)).json).toMatchObject({ last_deployment: null });
    const changed = await call(`PUT ${one}`, { json: { tier: 'testing', external_url: '' } });
    expect(changed.json).toMatchObject({ tier: 'testing', external_url: null, name: 'review/One' });
    expect((await call(`DELETE ${one}`)).status).toBe(403);
    expect((await call(`POST ${one}/stop`)).json.state).toBe('stopped');
    expect((await call(`DELETE ${one}`)).status).toBe(204);
    expect((await call(`GET ${one}`)).json).toEqual({ message: '404 Not found' });
  });

  it('are for Developers to change and for Reporters to see', async () => {
    const { path, call, member } = await ciProject(app(), 'bob');
    const rita = await member('rita', 20);
    const gary = await member('gary', 10);
    const create = (token: string) =>
      call(`POST ${path}/environments`, { token, json: { name: 'x' } });
    expect((await create(rita.token)).status).toBe(403);
    expect((await create((await member('devi', 30)).token)).status).toBe(201);
    expect((await call(`GET ${path}/environments`, { token: rita.token })).json).toHaveLength(1);
    expect((await call(`GET ${path}/environments`, { token: gary.token })).status).toBe(403);
  });
});
