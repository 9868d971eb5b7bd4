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

  it('have a ref in full: a short one is found, and must be one thing', async () => {
    const { path, call, create, commit, projectPath } = await project('bob');
    const sha = await commit('both', { 'a.txt': 'a' });
    const tag = async (tag_name: string) =>
      call(`POST ${projectPath}/repository/tags`, { json: { tag_name, ref: sha } });
    expect((await tag('both')).status).toBe(201);
    expect((await tag('v1')).status).toBe(201);
    const { id } = (await create()).json;
    const ambiguous = { message: { ref: ['is ambiguous'] } };
    const refs: [string, string | object][] = [
      ['v1', 'refs/tags/v1'],
      ['main', 'refs/heads/main'],
      ['refs/heads/none', 'refs/heads/none'],
      ['refs/tags/none', 'refs/tags/none'],
      ['both', ambiguous],
      ['none', ambiguous],
      ['refs/merge-requests/1/head', ambiguous],
      ['refs/heads/', ambiguous],
      ['..', ambiguous],
      ['x'.repeat(100_000), ambiguous],
    ];
    for (const [ref, wanted] of refs) {
      const made = await create({ ref });
      const changed = await call(`PUT ${path}/${id}`, { json: { ref } });
      const isRefused = typeof wanted === 'object';
      expect([ref.slice(0, 30), made.status, changed.status]).toEqual([
        ref.slice(0, 30),
        isRefused ? 400 : 201,
        isRefused ? 400 : 200,
      ]);
      expect([made, changed].map(({ json }) => (isRefused ? json : json.ref))).toEqual([
        wanted,
        wanted,
      ]);
    }
  });

  it('say all at once what is wrong with them, and nothing is stored', async () => {
    const { path, call, create, projectId } = await project('cyd');
    const { id } = (await create()).json;
    const before = (await call(`GET ${path}/${id}`)).json;
    const model = (message: object) => ({ message });
    const input = (name: string) => ({ name, value: 'x' });
    const wrong: [object, object][] = [
      [
        { description: undefined, ref: undefined, cron: undefined },
        { error: 'description is missing, ref is missing, ref is empty, cron is missing' },
      ],
      [{ ref: ' ' }, { error: 'ref is empty' }],
      [{ active: 'perhaps' }, { error: 'active is invalid' }],
      [{ inputs: [{ value: 'x' }] }, { error: 'inputs[0][name] is missing' }],
      [{ cron: '* * * *' }, model({ cron: ['syntax is invalid'] })],
      [{ cron: ' ' }, model({ cron: ["can't be blank", 'syntax is invalid'] })],
      [{ cron_timezone: 'Mars' }, model({ cron_timezone: ['syntax is invalid'] })],
      [{ cron_timezone: 'europe/berlin' }, model({ cron_timezone: ['syntax is invalid'] })],
      [
        { description: ' ', ref: 'none', cron: '', cron_timezone: '' },
        model({
          description: ["can't be blank"],
          cron: ["can't be blank", 'syntax is invalid'],
          cron_timezone: ['syntax is invalid'],
          ref: ['is ambiguous'],
        }),
      ],
      [
        { description: 'x'.repeat(256) },
        model({ description: ['is too long (maximum is 255 characters)'] }),
      ],
      [
        { inputs: Array.from({ length: 21 }, (_, at) => input(`i${at}`)) },
        model({ inputs: ['exceeds the limit of 20.'] }),
      ],
      [{ inputs: [input('a'), input('a')] }, model({ inputs: ['must have names that differ.'] })],
      [{ inputs: [input('')] }, model({ inputs: ["must have a name that isn't blank."] })],
      [{ inputs: [{ name: 'a' }] }, model({ inputs: ['must have a value each.'] })],
      [
        { inputs: [{ name: 'a', value: 'x'.repeat(300_000) }] },
        model({ inputs: ['are too long.'] }),
      ],
    ];
    for (const [given, body] of wrong) {
      const { status, json } = await create(given);
      expect([status, json]).toEqual([400, body]);
      const set = Object.entries(given).filter(([, value]) => value !== undefined);
      if (set.length === 0) continue;
      const changed = await call(`PUT ${path}/${id}`, { json: Object.fromEntries(set) });
      expect([changed.status, changed.json]).toEqual([400, body]);
    }
    expect((await call(`GET ${path}`)).json).toHaveLength(1);
    expect((await call(`GET ${path}/${id}`)).json).toEqual(before);

    for (let at = 1; at < 10; at++) expect((await create()).status).toBe(201);
    const more = await create();
    expect([more.status, more.json]).toEqual([
      400,
      { message: { base: ['Maximum number of ci pipeline schedules (10) exceeded'] } },
    ]);
    const rows = app().deps.db.selectFrom('pipeline_schedules').selectAll();
    expect(await rows.where('project_id', '=', projectId).execute()).toHaveLength(10);
  });

  it('are refused in the agreed order where two things are wrong', async () => {
    const { path, create, member } = await project('dov');
    const { id } = (await create()).json;
    const rhea = await member('rhea_of_dov', 20);
    const odd = await app().user('odd_of_dov');
    const ask = async (request: string, token?: string) =>
      (await app().call(request, { token, json: { active: 'perhaps' } })).status;
    expect(await ask(`PUT ${path}/0`)).toBe(401);
    expect(await ask(`PUT ${path}/0`, odd.token)).toBe(400);
    const fine = async (request: string, token: string) =>
      (await app().call(request, { token, json: {} })).json.message;
    expect(await fine(`PUT ${path}/0`, odd.token)).toBe('404 Project Not Found');
    expect(await fine(`PUT ${path}/0`, rhea.token)).toBe('404 Pipeline Schedule Not Found');
    expect(await fine(`PUT ${path}/${id}`, rhea.token)).toBe('403 Forbidden');
    const json = { description: 'x', ref: 'none', cron: '' };
    expect((await create(json, { token: rhea.token })).status).toBe(403);
  });

  it('take inputs of any kind, which are added, changed and removed by name', async () => {
    const { path, call, create, member } = await project('eli');
    const inputs = [
      { name: 'text', value: '007' },
      { name: 'number', value: 3 },
      { name: 'flag', value: false },
      { name: 'list', value: ['a', 'b'] },
    ];
    const made = (await create({ inputs })).json;
    expect(made.inputs).toEqual(inputs);
    const one = `${path}/${made.id}`;
    const change = {
      inputs: [
        { name: 'number', value: 4 },
        { name: 'flag', destroy: true },
      ],
    };
    const added = { inputs: [{ name: 'more', value: 'm' }] };
    await call(`PUT ${one}`, { json: change });
    const left = (await call(`PUT ${one}`, { json: added })).json.inputs;
    expect(left).toEqual([inputs[0], { name: 'number', value: 4 }, inputs[3], added.inputs[0]]);
    const many = Array.from({ length: 17 }, (_, at) => ({ name: `i${at}`, value: 'x' }));
    expect((await call(`PUT ${one}`, { json: { inputs: many } })).json).toEqual({
      message: { inputs: ['exceeds the limit of 20.'] },
    });
    const form = await create(
      {},
      {
        json: undefined,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'description=F&ref=main&cron=@daily&inputs[][name]=n&inputs[][value]=5',
      },
    );
    expect([form.status, form.json.inputs]).toEqual([201, [{ name: 'n', value: '5' }]]);
    const devi = await member('devi_of_eli', 30);
    expect((await call(`GET ${one}`, { token: devi.token })).json).not.toHaveProperty('inputs');
    const stored = await app().deps.db.selectFrom('pipeline_schedules').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain('007');
  });
});
