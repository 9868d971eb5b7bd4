import { expect, it } from 'vitest';
import { ciProject } from '../../testing/ci-projects.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('trigger tokens', (app) => {
  const project = async (name: string) => {
    const made = await ciProject(app(), name);
    const create = (json: object, token?: string) =>
      made.call(`POST ${made.path}/triggers`, { json, ...(token === undefined ? {} : { token }) });
    return { ...made, create };
  };

  it('are made, read, described anew and revoked; each is whole for its owner alone', async () => {
    const { path, call, create, member, token: mine, username } = await project('ada');
    const mona = await member('mona', 40);
    const made = await call(`POST ${path}/triggers`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'description=N%C3%A4chtlich%20%E2%9C%93',
    });
    expect([made.status, made.json]).toEqual([
      201,
      {
        id: made.json.id,
        token: expect.stringMatching(/^qdt-[\w-]{32}$/),
        description: 'Nächtlich ✓',
        created_at: made.json.updated_at,
        updated_at: expect.stringMatching(/^2026-11-27T12:\d\d:\d\d\.\d{3}Z$/),
        last_used: null,
        expires_at: null,
        owner: expect.objectContaining({ username }),
      },
    ]);
    const hers = (await create({ description: 'Hers' }, mona.token)).json;
    const list = await call(`GET ${path}/triggers?per_page=1&pagination=keyset`);
    expect([list.json, list.headers.get('x-total')]).toEqual([[made.json], '2']);
    const shown = (await call(`GET ${path}/triggers/${hers.id}`)).json;
    expect(shown).toEqual({ ...hers, token: hers.token.slice(4, 8) });
    const root = await app().user('root', { admin: true });
    expect((await call(`GET ${path}/triggers/${hers.id}`, { token: root.token })).json).toEqual(
      shown,
    );

    const described = await call(`PUT ${path}/triggers/${hers.id}`, { json: { description: 'x' } });
    expect([described.status, described.json.message]).toEqual([
      403,
      '403 Forbidden - The current user is not authorized to update the pipeline trigger token',
    ]);
    const byRoot = { token: root.token, json: { description: 'x' } };
    expect((await call(`PUT ${path}/triggers/${hers.id}`, byRoot)).json.description).toBe('x');
    const same = await call(`PUT ${path}/triggers/${made.json.id}`, { json: {} });
    expect([same.status, same.json]).toEqual([200, made.json]);

    const old = { headers: { 'if-unmodified-since': 'Thu, 26 Nov 2026 12:00:00 GMT' } };
    expect((await call(`DELETE ${path}/triggers/${hers.id}`, old)).status).toBe(412);
    const gone = await call(`DELETE ${path}/triggers/${hers.id}`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    const again = await call(`DELETE ${path}/triggers/${hers.id}`);
    expect([again.status, again.json]).toEqual([404, { message: '404 Not found' }]);
    expect((await call(`GET ${path}/triggers/abc`)).json).toEqual({
      error: 'trigger_id is invalid',
    });

    const stored = await app().deps.db.selectFrom('pipeline_triggers').selectAll().execute();
    const audited = await app().deps.db.selectFrom('audit_events').selectAll().execute();
    expect(JSON.stringify([stored, audited])).not.toContain(made.json.token);
    expect((await call(`GET ${path}/triggers`, { token: mine })).json).toHaveLength(1);
  });

  it('are for Maintainers: others are 403, outsiders 404', async () => {
    const { path, call, member, create } = await project('bob');
    const { id } = (await create({ description: 'Nightly' })).json;
    const devi = await member('devi', 30);
    const odd = await app().user('odd');
    const one = `${path}/triggers/${id}`;
    const requests = [`GET ${path}/triggers`, `GET ${one}`, `PUT ${one}`, `DELETE ${one}`];
    for (const request of [...requests, `POST ${path}/triggers`]) {
      const json = { description: 'x' };
      expect((await call(request, { token: devi.token, json })).status).toBe(403);
      expect((await call(request, { token: odd.token, json })).status).toBe(404);
    }
  });

  it('need a description, end within a year, and are 25,000 in a project at most', async () => {
    const { create, projectId, id: owner } = await project('cyd');
    expect((await create({})).json).toEqual({ error: 'description is missing' });
    const late = await create({ description: 'x', expires_at: '2027-11-27T00:00:00Z' });
    expect([late.status, late.json]).toEqual([
      400,
      { message: '400 Bad request - {"expires_at":["must be before 2027-11-27"]}' },
    ]);
    const last = await create({ description: 'x', expires_at: '2027-11-26T23:59:59Z' });
    expect(last.json.expires_at).toBe('2027-11-26T23:59:59.000Z');

    const row = (at: number) => ({
      project_id: projectId,
      owner_id: owner,
      description: '',
      token_sha256: `${projectId}-${at}`,
      encrypted_token: '',
      created_at: '2026-11-27T12:00:00.000Z',
      updated_at: '2026-11-27T12:00:00.000Z',
    });
    for (let from = 1; from < 25_000; from += 1000) {
      const rows = Array.from({ length: Math.min(1000, 25_000 - from) }, (_, at) => row(from + at));
      await app().deps.db.insertInto('pipeline_triggers').values(rows).execute();
    }
    const more = await create({ description: 'x' });
    expect([more.status, more.json.message]).toEqual([
      400,
      '400 Bad request - {"base":["Maximum number of pipeline triggers (25000) exceeded"]}',
    ]);
  });

  it('that two rotate at once leave the two new texts, and none that nobody was told', async () => {
    const { path, call, create, commit } = await project('gil');
    await commit('main', { '.gitlab-ci.yml': 'a: { script: a }' });
    const { id, token } = (await create({ description: 'Nightly' })).json;
    const rotate = () =>
      call(`POST /bff${path}/triggers/${id}/rotate`, { json: { overlap_minutes: 60 } });
    const made = await Promise.all([rotate(), rotate()]);
    const start = async (text: string) =>
      (await app().call(`POST ${path}/trigger/pipeline`, { json: { token: text, ref: 'main' } }))
        .status;
    const texts: string[] = made.map(({ json }) => json.token);
    expect(await Promise.all(texts.map(start))).toEqual([201, 201]);
    expect(await start(token)).toBe(404);
  });

  it('are rotated by their owner: the old text works on for as long as is asked for', async () => {
    const { path, call, create, member, commit } = await project('fin');
    await commit('main', { '.gitlab-ci.yml': 'a: { script: a }' });
    const { id, token, ...first } = (await create({ description: 'Nightly' })).json;
    const rotate = (json: object, by?: string) =>
      call(`POST /bff${path}/triggers/${id}/rotate`, { json, ...(by && { token: by }) });
    const start = async (text: string) =>
      (await app().call(`POST ${path}/trigger/pipeline`, { json: { token: text, ref: 'main' } }))
        .status;
    const mona = await member('mona_of_fin', 40);
    expect((await rotate({}, mona.token)).status).toBe(403);
    expect((await rotate({ overlap_minutes: 43_201 })).json).toEqual({
      error: 'overlap_minutes does not have a valid value',
    });
    expect((await rotate({ expires_at: '2028-01-01T00:00:00Z' })).status).toBe(400);
    expect(await start(token)).toBe(201);

    const second = await rotate({ overlap_minutes: 60, expires_at: '2027-01-01T00:00:00Z' });
    expect([second.status, second.json]).toEqual([
      201,
      {
        ...first,
        id,
        token: expect.stringMatching(/^qdt-[\w-]{32}$/),
        last_used: expect.any(String),
        expires_at: '2027-01-01T00:00:00.000Z',
        updated_at: second.json.updated_at,
        previous_valid_until: expect.any(String),
      },
    ]);
    expect([await start(token), await start(second.json.token)]).toEqual([201, 201]);
    app().clock.set(app().clock.now() + 61 * 60_000);
    expect([await start(token), await start(second.json.token)]).toEqual([404, 201]);
    const third = (await rotate({ overlap_minutes: 0 })).json;
    expect([await start(second.json.token), await start(third.token)]).toEqual([404, 201]);
    expect(third.expires_at).toBe('2027-01-01T00:00:00.000Z');
    app().clock.set(Date.parse('2027-01-01T00:00:01Z'));
    expect(await start(third.token)).toBe(404);
    app().clock.set(Date.parse('2026-11-27T12:30:00Z'));
  });

  it('go with their owner', async () => {
    const { create, member, path, call } = await project('dov');
    const finn = await member('finn', 40);
    await create({ description: 'Mine' });
    await create({ description: 'His' }, finn.token);
    const root = await app().user('root_of_dov', { admin: true });
    await call(`DELETE /users/${finn.id}`, { token: root.token });
    await app().drain();
    const left = (await call(`GET ${path}/triggers`)).json;
    expect(left.map((one: { description: string }) => one.description)).toEqual(['Mine']);
  });

  it('refuse in the agreed order what is wrong in two ways', async () => {
    const { path, call, create, member } = await project('eli');
    const mona = await member('mona_of_eli', 40);
    const devi = await member('devi_of_eli', 30);
    const { id, token } = (await create({ description: 'Nightly' })).json;
    const nobody = (request: string) => app().call(request, { json: {} });
    const odd = { token: (await app().user('odd_of_eli')).token, json: { description: 'x' } };
    expect((await nobody(`POST ${path}/triggers`)).json).toEqual({
      error: 'description is missing',
    });
    expect((await nobody(`DELETE ${path}/triggers/0`)).status).toBe(401);
    expect((await call(`PUT ${path}/triggers/0`, odd)).json).toEqual({
      message: '404 Project Not Found',
    });
    expect((await call(`DELETE ${path}/triggers/0`, { token: devi.token })).status).toBe(403);
    const hers = { token: mona.token, json: { description: 'x' } };
    expect((await call(`PUT ${path}/triggers/0`, hers)).status).toBe(404);
    expect((await call(`PUT ${path}/triggers/${id}`, hers)).status).toBe(403);

    const hook = { 'x-gitlab-event': 'Pipeline Hook' };
    const start = (at: string, json: object, headers = {}) =>
      app().call(`POST ${at}/trigger/pipeline`, { json, headers });
    const values = { variables: { K: 1 } };
    const ref = { ref: 'main' };
    expect((await start(path, { token, ...values }, hook)).status).toBe(400);
    expect((await start(path, { token, ...ref, ...values }, hook)).status).toBe(403);
    expect((await start('/projects/0', { token, ...ref, ...values })).status).toBe(400);
    expect((await start('/projects/0', { token: 'x', ref: 'none' })).status).toBe(404);
    expect((await start(path, { token: 'x', ref: 'none' })).status).toBe(404);
    expect((await start(path, { token, ref: 'none' })).status).toBe(400);
  });
});
