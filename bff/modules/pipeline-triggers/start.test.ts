import { expect, it } from 'vitest';
import type { Change } from '../../db/schema.ts';
import { ciProject } from '../../testing/ci-projects.ts';
import { form, multipart } from '../../testing/form-bodies.ts';
import { type Answer, type Call, onBothDatabases } from '../../testing/test-app.ts';

const ciFile = 'build: { script: make }';
const withInputs = `
spec:
  inputs:
    count: { type: number, default: 1 }
---
build: { script: "make $[[ inputs.count ]]" }
`;

onBothDatabases('a pipeline that a token starts', (app) => {
  const project = async (name: string, file = ciFile, expires?: string) => {
    const made = await ciProject(app(), name, { '.gitlab-ci.yml': file });
    const json = { description: 'Nightly', expires_at: expires };
    const trigger = (await made.call(`POST ${made.path}/triggers`, { json })).json;
    // Nobody is signed in: the token is all there is.
    const start = (sent: Call, tail = '') =>
      app().call(`POST ${made.path}/trigger/pipeline${tail}`, sent);
    const given = (json: object) => start({ json: { token: trigger.token, ref: 'main', ...json } });
    const variables = async (started: Answer) =>
      (await made.call(`GET ${made.path}/pipelines/${started.json.id}/variables`)).json;
    return { ...made, trigger, start, given, variables };
  };
  const base = (text: string | RegExp) => ({
    message: { base: [typeof text === 'string' ? text : expect.stringMatching(text)] },
  });

  it('runs as the owner of the token, however it was sent, and never tells the token', async () => {
    const { path, call, trigger, given, variables, username, projectId } = await project('ada');
    const started = await given({ variables: { K: 'v' } });
    expect(started.status).toBe(201);
    expect(started.json).toMatchObject({
      project_id: projectId,
      ref: 'main',
      source: 'trigger',
      status: 'created',
      user: { username },
    });
    expect(started.text).not.toContain(trigger.token);
    const stored = (await call(`GET ${path}/pipelines/${started.json.id}`)).json;
    expect(stored.status).toBe('pending');
    const { last_used } = (await call(`GET ${path}/triggers/${trigger.id}`)).json;
    expect(last_used).toBe(stored.created_at);
    expect(await variables(started)).toEqual([
      { key: 'K', value: 'v', variable_type: 'env_var', raw: false },
      {
        key: 'TRIGGER_PAYLOAD',
        value: JSON.stringify({ ref: 'main', variables: { K: 'v' }, id: String(projectId) }),
        variable_type: 'file',
        raw: false,
      },
    ]);
  });

  it('gets its variables exactly, as form, query or JSON', async () => {
    const { trigger, start, given, variables } = await project('bob');
    const { token } = trigger;
    const sent: [Promise<Answer>, Record<string, string>][] = [
      [
        start(
          multipart({
            token,
            ref: 'main',
            'variables[RUN_NIGHTLY]': 'true',
            'variables[MSG]': 'a & b=c\nä',
          }),
        ),
        { RUN_NIGHTLY: 'true', MSG: 'a & b=c\nä' },
      ],
      [start(form(`token=${token}&ref=main&variables%5BK%5D=v%2B1`)), { K: 'v+1' }],
      [start({}, `?token=${token}&ref=main&variables[K]=v`), { K: 'v' }],
      [
        given({ variables: { PULL_REQUEST_NAME: 'x', camelCase: 'y', lower_snake: 'z' } }),
        { PULL_REQUEST_NAME: 'x', camelCase: 'y', lower_snake: 'z' },
      ],
      [given({ variables: {} }), {}],
      [given({ 'variables[K]': 'v' }), {}],
    ];
    for (const [answer, wanted] of sent) {
      const started = await answer;
      expect([started.status, started.json.source]).toEqual([201, 'trigger']);
      const there: { key: string; value: string }[] = await variables(started);
      const own = there.filter(({ key }) => key !== 'TRIGGER_PAYLOAD');
      expect(Object.fromEntries(own.map(({ key, value }) => [key, value]))).toEqual(wanted);
    }
  });

  it('is refused for what is wrong with it, and nothing is made', async () => {
    const { path, call, trigger, start, given, member, commit, projectId } = await project('cyd');
    const { token } = trigger;
    const set = (change: Change<'projects'>) =>
      app().deps.db.updateTable('projects').set(change).where('id', '=', projectId).execute();
    const noMap = { error: 'variables is invalid' };
    const noTexts = { message: 'variables needs to be a map of key-valued strings' };
    const hook = { 'x-gitlab-event': 'Pipeline Hook' };
    const wrong: [string, Promise<Answer>, number, object][] = [
      ['no ref', start({ json: { token } }), 400, { error: 'ref is missing, ref is empty' }],
      ['no token', start({ json: { ref: 'main' } }), 400, { error: 'token is missing' }],
      ['a list', given({ variables: [] }), 400, noMap],
      ['a list of pairs', given({ variables: [{ key: 'K', value: 'v' }] }), 400, noMap],
      ['a text', given({ variables: 'K=v' }), 400, noMap],
      ['a number', given({ variables: { K: 1 } }), 400, noTexts],
      ['a boolean', given({ variables: { K: true } }), 400, noTexts],
      ['a list of texts', given({ variables: { K: ['a'] } }), 400, noTexts],
      ['another token', given({ token: `${token}x` }), 404, { message: '404 Not Found' }],
      ['an unknown ref', given({ ref: 'none' }), 400, base('Reference not found')],
      [
        'a name of the server',
        given({ variables: { TRIGGER_PAYLOAD: 'x' } }),
        422,
        base('Duplicate variable name: TRIGGER_PAYLOAD'),
      ],
      [
        'a hook of a pipeline',
        start({ headers: hook, json: { token, ref: 'main' } }),
        403,
        { message: '403 Forbidden' },
      ],
    ];
    for (const [what, answer, status, body] of wrong) {
      const { status: got, json } = await answer;
      expect([what, got, json]).toEqual([what, status, body]);
    }
    expect((await given({ variables: { K: null } })).status).toBe(400);

    const other = await project('cyd2');
    expect((await other.given({ token })).status).toBe(404);
    expect(
      (await app().call('POST /projects/0/trigger/pipeline', { json: { token, ref: 'main' } }))
        .json,
    ).toEqual({
      message: '404 Not Found',
    });

    await commit('twin', { 'a.txt': 'a' });
    await call(`POST ${path}/repository/tags`, { json: { tag_name: 'twin', ref: 'main' } });
    expect((await given({ ref: 'twin' })).json).toEqual(base('Ref is ambiguous'));
    expect((await given({ ref: 'refs/heads/twin' })).json.ref).toBe('twin');

    const mona = await member('mona', 40);
    const hers = (
      await call(`POST ${path}/triggers`, { token: mona.token, json: { description: 'Hers' } })
    ).json;
    const byHers = (json = {}) => given({ token: hers.token, ...json });
    await set({ ci_pipeline_variables_minimum_override_role: 'owner' });
    expect((await byHers({ variables: { K: 'v' } })).json).toEqual(
      base('Insufficient permissions to set pipeline variables'),
    );
    expect((await byHers()).status).toBe(201);
    await call(`PUT ${path}/members/${mona.id}`, { json: { access_level: 30 } });
    await call(`DELETE ${path}/protected_branches/main`);
    const none = { push_access_level: 40, merge_access_level: 40 };
    await call(`POST ${path}/protected_branches`, { json: { name: 'main', ...none } });
    expect((await byHers()).json).toEqual(base(/permission to run a pipeline on 'main'/));
    await call(`PUT ${path}/members/${mona.id}`, { json: { access_level: 20 } });
    expect((await byHers()).json).toEqual(
      base('Insufficient permissions to create a new pipeline'),
    );
    await call(`DELETE ${path}/members/${mona.id}`);
    expect((await byHers()).json).toEqual({ message: '404 Not Found' });
    await set({ jobs_enabled: 0 });
    expect((await given({})).json).toEqual(base('Pipelines are disabled!'));
  });

  it('needs a CI file that has a job here; one that is no YAML leaves a failed pipeline', async () => {
    const { path, call, commit, given } = await project('dov');
    await commit('never', {
      '.gitlab-ci.yml': 'build: { script: make, rules: [{ when: never }] }',
    });
    expect((await given({ ref: 'never' })).json).toEqual(base(/^Pipeline will not run/));
    await commit('broken', { '.gitlab-ci.yml': 'build: [' }, 'Break it [skip ci]');
    const broken = await given({ ref: 'broken' });
    expect([broken.status, broken.json]).toEqual([422, base(/./)]);
    const [kept] = (await call(`GET ${path}/pipelines?ref=broken`)).json;
    expect(kept).toMatchObject({ status: 'failed', source: 'trigger' });
    await commit('quiet', { 'b.txt': 'b' }, 'Be quiet [skip ci]');
    expect((await given({ ref: 'quiet' })).json.status).toBe('created');
    const bare = await ciProject(app(), 'dov2');
    const { token } = (
      await bare.call(`POST ${bare.path}/triggers`, { json: { description: 'x' } })
    ).json;
    const answer = await app().call(`POST ${bare.path}/trigger/pipeline`, {
      json: { token, ref: 'main' },
    });
    expect(answer.json).toEqual(base('Missing CI config file'));
  });

  it('is of the ref in the path, whatever the body of a hook says', async () => {
    const { path, trigger, commit, projectId, variables } = await project('eve');
    await commit('feature/x', { 'a.txt': 'a' });
    const request = `POST ${path}/ref/feature%2Fx/trigger/pipeline?token=${trigger.token}`;
    const started = await app().call(request, {
      json: { ref: 'main', object_kind: 'push', commits: [{ id: '1' }] },
    });
    expect([started.status, started.json.ref]).toEqual([201, 'feature/x']);
    const [payload] = await variables(started);
    expect(JSON.parse(payload.value)).toEqual({
      id: String(projectId),
      ref: 'feature/x',
      object_kind: 'push',
      commits: [{ id: '1' }],
    });
  });

  it('takes inputs while their feature is on', async () => {
    const { given } = await project('fay', withInputs);
    const root = await app().user('root_of_fay', { admin: true });
    const flag = (value: boolean) =>
      app().call('POST /features/ci_inputs_for_pipelines', { token: root.token, json: { value } });
    await flag(true);
    expect((await given({ inputs: { count: 3 } })).status).toBe(201);
    expect((await given({ inputs: { count: 'many' } })).json).toEqual(base(/not a number/));
    expect((await given({ inputs: { other: 'x' } })).json).toEqual(base(/not defined/));
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`i${at}`, 'x']));
    expect((await given({ inputs: many })).json).toEqual(
      base('There cannot be more than 20 inputs'),
    );
    await flag(false);
    expect((await given({ inputs: { other: 'x' } })).status).toBe(201);
  });

  it('is not started by a token that is over, or whose owner is blocked', async () => {
    const { given, id, call } = await project('gus', ciFile, '2026-11-27T13:00:00Z');
    expect((await given({})).status).toBe(201);
    const root = await app().user('root_of_gus', { admin: true });
    await call(`POST /users/${id}/block`, { token: root.token });
    expect((await given({})).status).toBe(404);
    await call(`POST /users/${id}/unblock`, { token: root.token });
    expect((await given({})).status).toBe(201);
    const start = app().clock.now();
    app().clock.set(Date.parse('2026-11-27T13:00:00Z'));
    expect((await given({})).json).toEqual({ message: '404 Not Found' });
    app().clock.set(start);
  });

  it('is counted like every other: too many in a minute are refused', async () => {
    const { given } = await project('hal');
    const root = await app().user('root_of_hal', { admin: true });
    const limit = (pipeline_limit_per_project_user_sha: number) =>
      app().call('PUT /application/settings', {
        token: root.token,
        json: { pipeline_limit_per_project_user_sha },
      });
    await limit(1);
    expect((await given({})).status).toBe(201);
    expect((await given({})).json).toEqual(
      base('Too many pipelines created in the last minute. Try again later.'),
    );
    await limit(0);
  });
});
