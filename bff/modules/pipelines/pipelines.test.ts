import { expect, it } from 'vitest';
import { ciProject } from '../../testing/ci-projects.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

const ciFile = '.gitlab-ci.yml';
const twoStages = `
stages: [build, test]
compile: { stage: build, script: make }
unit: { stage: test, script: make test }
lint: { stage: test, script: make lint, allow_failure: true }
by-hand: { stage: test, script: x, when: manual }
`;

onBothDatabases('pipelines', (app) => {
  const project = (name: string, file = twoStages) => ciProject(app(), name, { [ciFile]: file });
  const statuses = (jobs: { name: string; status: string }[]) =>
    Object.fromEntries(jobs.map((job) => [job.name, job.status]));

  it('are made of the CI file: the answer says created, right after it is pending', async () => {
    const { path, call, id, fullPath } = await project('ada');
    const made = await call(`POST ${path}/pipeline`, { json: { ref: 'main' } });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      iid: 1,
      ref: 'main',
      tag: false,
      status: 'created',
      source: 'api',
      yaml_errors: null,
      user: { id },
      before_sha: '0'.repeat(40),
      duration: null,
      detailed_status: { text: 'Created', group: 'created' },
    });
    expect(made.json.web_url).toMatch(new RegExp(`/${fullPath}/-/pipelines/${made.json.id}$`));
    const one = await call(`GET ${path}/pipelines/${made.json.id}`);
    expect(one.json.status).toBe('pending');
    const jobs = await call(`GET ${path}/pipelines/${made.json.id}/jobs`);
    expect(statuses(jobs.json)).toEqual({
      compile: 'pending',
      unit: 'created',
      lint: 'created',
      'by-hand': 'created',
    });
    expect(jobs.json[0]).toMatchObject({
      ref: 'main',
      commit: { title: 'Begin' },
      pipeline: { id: made.json.id, status: 'pending' },
      runner: null,
      artifacts: [],
    });
    const single = await call(`GET ${path}/jobs/${jobs.json[0].id}`);
    expect(single.json.name).toBe(jobs.json[0].name);
    expect((await call(`GET ${path}/jobs?scope[]=created`)).json).toHaveLength(3);
    expect((await call(`GET ${path}/jobs?scope=pending`)).json).toHaveLength(1);
  });

  it('that cannot be made say why, and leave nothing behind', async () => {
    const { path, call, commit } = await project('bob');
    await commit('broken', { [ciFile]: 'a: [' });
    await commit('empty', { [ciFile]: 'a: { script: x, rules: [{ if: $GHOST }] }' });
    await commit('filtered', { [ciFile]: 'workflow: { rules: [] }\na: { script: x }' });
    const tag = await call(`POST ${path}/repository/branches`, {
      json: { branch: 'plain', ref: 'main' },
    });
    expect(tag.status).toBe(201);
    const base = async (json: object) => {
      const answer = await call(`POST ${path}/pipeline`, { json });
      expect(answer.status).toBe(400);
      return answer.json.message?.base?.[0] ?? answer.json.error;
    };
    expect(await base({ ref: 'ghost' })).toBe('Reference not found');
    expect(await base({ ref: 'main~1' })).toBe('Reference not found');
    expect(await base({})).toBe('ref is missing, ref is empty');
    expect(await base({ ref: 'broken' })).toContain('Invalid YAML');
    expect(await base({ ref: 'empty' })).toContain('rules');
    expect(await base({ ref: 'filtered' })).toBe('Pipeline filtered out by workflow rules.');
    expect(await base({ ref: 'main', inputs: { x: 1 } })).toContain('not defined');
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`i${at}`, at]));
    expect(await base({ ref: 'main', inputs: many })).toBe('There cannot be more than 20 inputs');
    expect(await base({ ref: 'main', variables: { 'A-B': 'x' } })).toContain('letters, digits');
    const twice = [
      { key: 'A', value: '1' },
      { key: 'A', value: '2' },
    ];
    expect(await base({ ref: 'main', variables: twice })).toBe('Duplicate variable name: A');
    expect(await base({ ref: 'main', variables: 'A=1' })).toBe('variables is invalid');
    await call(`PUT ${path}`, { json: { ci_config_path: 'elsewhere.yml' } });
    expect(await base({ ref: 'main' })).toBe('Missing CI config file');
    expect((await call(`GET ${path}/pipelines`)).json).toEqual([]);
  });

  it('take variables as a list, as a hash and from a form, to the byte', async () => {
    const { path, call, member } = await project(
      'cyd',
      'a: { script: x, rules: [{ if: \'$GO == "yes"\' }] }',
    );
    const value = '  a b\r\n$B "ä🔑"\n';
    const listed = await call(`POST ${path}/pipeline`, {
      json: {
        ref: 'main',
        variables: [
          { key: 'GO', value: 'yes' },
          { key: 'FILE', value, variable_type: 'file' },
        ],
      },
    });
    expect(listed.status).toBe(201);
    const variables = `GET ${path}/pipelines/${listed.json.id}/variables`;
    expect((await call(variables)).json).toEqual([
      { key: 'GO', value: 'yes', variable_type: 'env_var', raw: false },
      { key: 'FILE', value, variable_type: 'file', raw: false },
    ]);
    const form = new URLSearchParams({ ref: 'main', 'variables[GO]': 'yes', 'variables[n]': '5' });
    const formed = await call(`POST ${path}/pipeline`, { body: form });
    expect(formed.status).toBe(201);
    const hashed = await call(`POST ${path}/pipeline`, {
      json: { ref: 'main', variables: { GO: 'yes' } },
    });
    expect(hashed.status).toBe(201);
    const stored = await app()
      .deps.db.selectFrom('pipeline_variables')
      .select('encrypted_value')
      .execute();
    expect(JSON.stringify(stored)).not.toContain('yes');

    const devi = await member('devi', 30);
    const rita = await member('rita', 20);
    expect((await call(variables, { token: devi.token })).status).toBe(403);
    const own = await call(`POST ${path}/pipeline`, {
      token: devi.token,
      json: { ref: 'main', variables: { GO: 'yes' } },
    });
    expect(own.json.message.base[0]).toContain("'main'");
    expect(
      (await call(`POST ${path}/pipeline`, { token: rita.token, json: { ref: 'main' } })).status,
    ).toBe(403);
  });

  it('are cancelled, retried and deleted', async () => {
    const { path, call, member } = await project('dot');
    const { id } = (await call(`POST ${path}/pipeline`, { json: { ref: 'main' } })).json;
    const jobsOf = async () => statuses((await call(`GET ${path}/pipelines/${id}/jobs`)).json);
    const canceled = await call(`POST ${path}/pipelines/${id}/cancel`);
    expect([canceled.status, canceled.json.status]).toEqual([200, 'canceled']);
    expect(canceled.json.finished_at).not.toBeNull();
    expect(new Set(Object.values(await jobsOf()))).toEqual(new Set(['canceled']));
    const retried = await call(`POST ${path}/pipelines/${id}/retry`);
    expect([retried.status, retried.json.status]).toEqual([201, 'pending']);
    expect(retried.json.finished_at).toBeNull();
    expect(await jobsOf()).toEqual({
      compile: 'pending',
      unit: 'created',
      lint: 'created',
      'by-hand': 'pending',
    });
    const all = await call(`GET ${path}/pipelines/${id}/jobs?include_retried=true`);
    expect(all.json).toHaveLength(8);

    const mona = await member('mona', 40);
    const remove = (token?: string) =>
      call(`DELETE ${path}/pipelines/${id}`, token ? { token } : {});
    expect((await remove(mona.token)).status).toBe(403);
    expect((await remove()).status).toBe(204);
    expect((await call(`GET ${path}/pipelines/${id}`)).json).toEqual({
      message: '404 Pipeline Not Found',
    });
    expect((await call(`GET ${path}/jobs`)).json).toEqual([]);
  });

  it('of a push are made where the CI file says so, once for each push', async () => {
    const { path, call, commit } = await project(
      'eve',
      `${twoStages}\ntagged: { stage: test, script: x, only: [tags] }\ndocs: { stage: build, script: x, rules: [{ changes: [docs/*] }] }`,
    );
    await app().drain();
    const list = async (query = '') => (await call(`GET ${path}/pipelines${query}`)).json;
    expect(await list()).toMatchObject([{ ref: 'main', source: 'push', status: 'pending' }]);
    await commit('side', { 'docs/a.md': 'a' });
    await commit('main', { 'b.md': 'b' }, 'Quiet [skip ci]');
    await commit('bad', { [ciFile]: 'nonsense' });
    await app().drain();
    await app().drain();
    expect(
      (await list('?order_by=ref&sort=asc')).map((one: { ref: string; status: string }) => [
        one.ref,
        one.status,
      ]),
    ).toEqual([
      ['bad', 'failed'],
      ['main', 'pending'],
      ['main', 'skipped'],
      ['side', 'pending'],
    ]);
    const [bad] = await list('?yaml_errors=true');
    const shown = await call(`GET ${path}/pipelines/${bad.id}`);
    expect(shown.json).toMatchObject({ ref: 'bad', yaml_errors: 'Invalid configuration format' });
    const [side] = await list('?ref=side');
    const jobs = await call(`GET ${path}/pipelines/${side.id}/jobs`);
    expect(Object.keys(statuses(jobs.json)).sort()).toEqual([
      'by-hand',
      'compile',
      'docs',
      'lint',
      'unit',
    ]);
    await app().deps.db.updateTable('jobs').set({ state: 'queued' }).execute();
    await app().drain();
    expect(await list()).toHaveLength(4);
  });

  it('are listed by every filter and shown as the latest of a ref', async () => {
    const { path, call, commit, username } = await project('fay');
    await commit('side', { 'a.md': 'a' });
    await app().drain();
    await call(`POST ${path}/pipeline`, { json: { ref: 'main' } });
    const [api] = (await call(`GET ${path}/pipelines?source=api`)).json;
    await call(`POST ${path}/pipelines/${api.id}/cancel`);
    const refs = async (query: string) => {
      const answer = await call(`GET ${path}/pipelines?${query}`);
      expect(answer.status).toBe(200);
      return answer.json.map((one: { ref: string; source: string }) => `${one.ref} ${one.source}`);
    };
    expect(await refs('')).toEqual(['main api', 'side push', 'main push']);
    expect(await refs('sort=asc')).toEqual(['main push', 'side push', 'main api']);
    expect(await refs('scope=finished')).toEqual(['main api']);
    expect(await refs('scope=pending')).toEqual(['side push', 'main push']);
    expect(await refs('scope=running')).toEqual([]);
    expect(await refs('scope=branches')).toEqual(['main api', 'side push']);
    expect(await refs('scope=tags')).toEqual([]);
    expect(await refs('status=canceled')).toEqual(['main api']);
    expect(await refs('ref=side')).toEqual(['side push']);
    expect(await refs(`sha=${api.sha}&source=push`)).toEqual(['main push']);
    expect(await refs(`username=${username}`)).toHaveLength(3);
    expect(await refs('username=nobody')).toEqual([]);
    expect(await refs('updated_after=2030-01-01T00:00:00Z')).toEqual([]);
    expect(await refs('created_before=2030-01-01T00:00:00Z')).toHaveLength(3);
    expect(await refs('yaml_errors=false')).toHaveLength(3);
    expect(await refs('name=none')).toEqual([]);
    const wrong = await call(`GET ${path}/pipelines?scope=all`);
    expect(wrong.json).toEqual({ error: 'scope does not have a valid value' });
    expect((await call(`GET ${path}/pipelines/latest`)).json.id).toBe(api.id);
    expect((await call(`GET ${path}/pipelines/latest?ref=side`)).json.ref).toBe('side');
    expect((await call(`GET ${path}/pipelines/latest?ref=ghost`)).status).toBe(404);
    expect((await call(`GET ${path}/pipelines/x`)).json).toEqual({
      error: 'pipeline_id is invalid',
    });
  });

  it('are hidden with the project, refused below Developer and while it is archived', async () => {
    const { path, call } = await project('gus');
    const { id } = (await call(`POST ${path}/pipeline`, { json: { ref: 'main' } })).json;
    const stranger = await app().user('hal');
    const as = (request: string, token?: string) => app().call(request, { token });
    expect((await as(`GET ${path}/pipelines`, stranger.token)).status).toBe(404);
    expect((await as(`GET ${path}/pipelines/${id}`)).status).toBe(404);
    await call(`PUT ${path}`, { json: { visibility: 'public' } });
    expect((await as(`GET ${path}/pipelines/${id}`)).status).toBe(200);
    expect((await as(`GET ${path}/pipelines/${id}/jobs`)).status).toBe(200);
    expect((await as(`POST ${path}/pipelines/${id}/cancel`, stranger.token)).status).toBe(403);
    await app()
      .deps.db.updateTable('projects')
      .set({ public_jobs: 0 })
      .where('full_path', 'like', '%of-gus')
      .execute();
    expect((await as(`GET ${path}/pipelines/${id}`)).status).toBe(403);
    expect((await call(`GET ${path}/pipelines/${id}`)).status).toBe(200);
    await call(`POST ${path}/archive`);
    expect((await call(`POST ${path}/pipeline`, { json: { ref: 'main' } })).status).toBe(403);
    expect((await call(`GET ${path}/pipelines/${id}`)).status).toBe(200);
  });

  it('are off, or closed to variables, where the project says so', async () => {
    const { path, call, projectId } = await project('ivy');
    const set = (change: object) =>
      app().deps.db.updateTable('projects').set(change).where('id', '=', projectId).execute();
    const base = async (json: object) =>
      (await call(`POST ${path}/pipeline`, { json: { ref: 'main', ...json } })).json.message?.base;
    await set({ ci_pipeline_variables_minimum_override_role: 'no_one_allowed' });
    expect(await base({ variables: { A: '1' } })).toEqual([
      'Insufficient permissions to set pipeline variables',
    ]);
    expect(await base({})).toBeUndefined();
    await set({ jobs_enabled: 0 });
    expect(await base({})).toEqual(['Pipelines are disabled!']);
  });
});
