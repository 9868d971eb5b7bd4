import { expect, it } from 'vitest';
import { systemContext } from '../../app.ts';
import { ciProject } from '../../testing/ci-projects.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { isFeatureEnabled } from './rules.ts';

onBothDatabases('feature flags', (app) => {
  const admin = async (name: string) => {
    const { token } = await app().user(name, { admin: true });
    return {
      token,
      set: (flag: string, json: object) => app().call(`POST /features/${flag}`, { token, json }),
      remove: (flag: string) => app().call(`DELETE /features/${flag}`, { token }),
      list: async () => (await app().call('GET /features', { token })).json,
    };
  };
  const enabled = (
    ...of: Parameters<typeof isFeatureEnabled> extends [unknown, ...infer R] ? R : never
  ) => isFeatureEnabled(app().ctx, ...of);

  it('have their defaults until they are set, and again when they are deleted', async () => {
    const { token, set, remove, list } = await admin('ada');
    const defined = await app().call('GET /features/definitions', { token });
    expect(
      defined.json.map((one: { name: string; default_enabled: boolean }) => [
        one.name,
        one.default_enabled,
      ]),
    ).toEqual([
      ['restrict_merge_status_recheck', false],
      ['mr_approved_filter', false],
      ['ci_inputs_for_pipelines', true],
      ['importer_user_mapping_reassignment_csv', true],
    ]);
    expect(await enabled('mr_approved_filter')).toBe(false);
    expect(await enabled('ci_inputs_for_pipelines')).toBe(true);
    const on = await set('mr_approved_filter', { value: true });
    expect(on.status).toBe(201);
    expect(on.json).toMatchObject({
      name: 'mr_approved_filter',
      state: 'on',
      gates: [{ key: 'boolean', value: true }],
      definition: { default_enabled: false },
    });
    const off = await set('ci_inputs_for_pipelines', { value: 'false' });
    expect(off.json.state).toBe('off');
    expect(await enabled('mr_approved_filter')).toBe(true);
    expect(await enabled('ci_inputs_for_pipelines')).toBe(false);
    expect(await list()).toHaveLength(2);
    expect((await remove('mr_approved_filter')).status).toBe(204);
    expect((await remove('mr_approved_filter')).status).toBe(204);
    expect((await remove('ci_inputs_for_pipelines')).status).toBe(204);
    expect(await enabled('mr_approved_filter')).toBe(false);
    expect(await enabled('ci_inputs_for_pipelines')).toBe(true);
    expect(await list()).toEqual([]);
  });

  it('are on for the users, groups and projects that are named', async () => {
    const { set } = await admin('bob');
    const owner = await ciProject(app(), 'cyd');
    const group = await owner.call('POST /groups', { json: { name: 'Crew', path: 'crew' } });
    const named = await set('mr_approved_filter', {
      value: true,
      user: 'cyd',
      group: 'crew',
      project: owner.fullPath,
    });
    const actors = [`Group:${group.json.id}`, `Project:${owner.projectId}`, `User:${owner.id}`];
    expect(named.json).toMatchObject({ state: 'conditional' });
    expect(named.json.gates).toContainEqual({ key: 'actors', value: actors });
    expect(await enabled('mr_approved_filter', { user: owner.id })).toBe(true);
    expect(await enabled('mr_approved_filter', { group: group.json.id })).toBe(true);
    expect(await enabled('mr_approved_filter', { user: 0, project: owner.projectId })).toBe(true);
    expect(await enabled('mr_approved_filter', { user: 999999 })).toBe(false);
    expect(await enabled('mr_approved_filter')).toBe(false);
    await set('mr_approved_filter', { value: false, user: 'cyd' });
    expect(await enabled('mr_approved_filter', { user: owner.id })).toBe(false);
    expect(await enabled('mr_approved_filter', { group: group.json.id })).toBe(true);
    const everyone = await set('mr_approved_filter', { value: false });
    expect(everyone.json).toMatchObject({
      state: 'off',
      gates: [{ key: 'boolean', value: false }],
    });
  });

  it('are on for a share of actors, always the same ones, or for a share of the time', async () => {
    const { set } = await admin('dot');
    const share = await set('mr_approved_filter', { value: 30, key: 'percentage_of_actors' });
    expect(share.json.gates).toContainEqual({ key: 'percentage_of_actors', value: 30 });
    const ask = async () => {
      const answers: boolean[] = [];
      for (let user = 1; user <= 200; user++) {
        answers.push(await enabled('mr_approved_filter', { user }));
      }
      return answers;
    };
    const first = await ask();
    expect(await ask()).toEqual(first);
    const count = first.filter(Boolean).length;
    expect(count).toBeGreaterThan(30);
    expect(count).toBeLessThan(90);
    await set('mr_approved_filter', { value: 0, key: 'percentage_of_actors' });
    expect(new Set(await ask())).toEqual(new Set([false]));
    const always = await set('mr_approved_filter', { value: 100 });
    expect([always.json.state, await enabled('mr_approved_filter')]).toEqual(['on', true]);
  });

  it('that are set wrongly change nothing', async () => {
    const { set, list } = await admin('eve');
    const before = await list();
    for (const json of [
      {},
      { value: 'perhaps' },
      { value: 101 },
      { value: -1 },
      { value: 10, user: 'eve' },
      { value: true, user: 'ghost' },
      { value: true, key: 'percentage_of_time', user: 'eve' },
      { value: true, user: '' },
      { value: false, group: ' , ' },
    ]) {
      expect((await set('wrong', json)).status).toBe(400);
    }
    expect((await set('wrong', { value: true, project: 'no/where' })).status).toBe(404);
    expect((await set('wr.ong', { value: true })).status).toBe(400);
    expect((await set('definitions', { value: true })).status).toBe(405);
    expect(await list()).toEqual(before);
  });

  it('hold at once in another process on the same database', async () => {
    const { set } = await admin('fay');
    const other = systemContext({ ...app().deps }, 'other');
    await set('ci_inputs_for_pipelines', { value: false });
    expect(await isFeatureEnabled(other, 'ci_inputs_for_pipelines')).toBe(false);
    await set('ci_inputs_for_pipelines', { value: true });
    expect(await isFeatureEnabled(other, 'ci_inputs_for_pipelines')).toBe(true);
  });

  it('for pipelines: while inputs are off, those given are ignored', async () => {
    const { set } = await admin('gus');
    const { path, call } = await ciProject(app(), 'hal', { '.gitlab-ci.yml': 'a: { script: x }' });
    const create = async () =>
      (await call(`POST ${path}/pipeline`, { json: { ref: 'main', inputs: { ghost: 1 } } })).status;
    expect(await create()).toBe(400);
    await set('ci_inputs_for_pipelines', { value: false });
    expect(await create()).toBe(201);
    await set('ci_inputs_for_pipelines', { value: true });
    expect(await create()).toBe(400);
  });
});
