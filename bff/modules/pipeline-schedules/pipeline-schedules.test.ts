import { expect, it } from 'vitest';
import { ciProject } from '../../testing/ci-projects.ts';
import { type Call, onBothDatabases } from '../../testing/test-app.ts';

const ciFile = 'build: { script: make }';

onBothDatabases('pipeline schedules', (app) => {
  const project = async (name: string) => {
    const made = await ciProject(app(), name, { '.gitlab-ci.yml': ciFile });
    const path = `${made.path}/pipeline_schedules`;
    const nightly = { description: 'Nightly', ref: 'main', cron: '0 1 * * *' };
    const create = (json: object = {}, options: Call = {}) =>
      made.call(`POST ${path}`, { json: { ...nightly, ...json }, ...options });
    return { ...made, path, projectPath: made.path, create };
  };

  it('are made, listed by scope, read, changed and deleted', async () => {
    const { path, projectPath, call, create, username } = await project('ada');
    const made = await create({ cron_timezone: 'Berlin' });
    expect([made.status, made.json]).toEqual([
      201,
      {
        id: made.json.id,
        description: 'Nightly',
        ref: 'refs/heads/main',
        cron: '0 1 * * *',
        cron_timezone: 'Berlin',
        next_run_at: '2026-11-28T00:00:00.000Z',
        active: true,
        created_at: made.json.updated_at,
        updated_at: expect.stringMatching(/^2026-11-27T12:\d\d:\d\d\.\d{3}Z$/),
        owner: expect.objectContaining({ username }),
        inputs: [],
        last_pipeline: null,
        variables: [],
      },
    ]);
    const one = `${path}/${made.json.id}`;
    expect((await call(`GET ${one}`)).json).toEqual(made.json);
    const idle = (await create({ description: 'Weekly', active: false, cron: '@weekly' })).json;
    expect([idle.active, idle.next_run_at]).toEqual([false, '2026-11-29T00:00:00.000Z']);

    const kept = Object.entries(made.json).filter(
      ([name]) => !['inputs', 'last_pipeline', 'variables'].includes(name),
    );
    const listed = Object.fromEntries(kept);
    const list = await call(`GET ${path}?per_page=1&pagination=keyset&order_by=id`);
    expect([list.status, list.json, list.headers.get('x-total')]).toEqual([200, [listed], '2']);
    const ids = async (scope: string) =>
      (await call(`GET ${path}?scope=${scope}`)).json.map((row: { id: number }) => row.id);
    expect([await ids('active'), await ids('inactive')]).toEqual([[listed.id], [idle.id]]);
    expect((await call(`GET ${path}?scope=all`)).json).toEqual({
      error: 'scope does not have a valid value',
    });

    // A day later the next run is said anew with any change.
    app().clock.set(app().clock.now() + 86_400_000);
    const changed = await call(`PUT ${one}`, { json: { description: 'Later' } });
    expect([changed.status, changed.json]).toEqual([
      200,
      {
        ...made.json,
        description: 'Later',
        next_run_at: '2026-11-29T00:00:00.000Z',
        updated_at: changed.json.updated_at,
      },
    ]);
    const all = { active: false, cron: '30 4 * * MON', cron_timezone: 'Asia/Kolkata' };
    expect((await call(`PUT ${one}`, { json: all })).json).toMatchObject({
      ...all,
      next_run_at: '2026-11-29T23:00:00.000Z',
    });
    expect((await call(`PUT ${one}`, { json: { active: true } })).json.active).toBe(true);

    const old = { headers: { 'if-unmodified-since': 'Thu, 26 Nov 2026 12:00:00 GMT' } };
    expect((await call(`DELETE ${one}`, old)).status).toBe(412);
    const gone = await call(`DELETE ${one}`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    for (const request of ['GET', 'PUT', 'DELETE']) {
      const { status, json } = await call(`${request} ${one}`, { json: {} });
      expect([status, json]).toEqual([404, { message: '404 Pipeline Schedule Not Found' }]);
    }
    const other = await project('ada2');
    expect((await other.call(`GET ${other.path}/${idle.id}`)).status).toBe(404);
    expect((await call(`GET ${projectPath}/pipeline_schedules/x`)).json).toEqual({
      error: 'pipeline_schedule_id is invalid',
    });
  });
});
