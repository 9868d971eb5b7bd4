import { expect, it } from 'vitest';
import type { KyselyPlugin } from 'kysely';
import type { Change } from '../../db/schema.ts';
import { ciProject } from '../../testing/ci-projects.ts';
import { findProjectById } from '../projects/rules.ts';
import { changeSchedule } from './rules.ts';
import { changeVariable, createVariable } from './variable-rules.ts';
import { actAs, onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('rights to a pipeline schedule', (app) => {
  const nightly = { description: 'Nightly', ref: 'refs/heads/work', cron: '0 1 * * *' };

  const stage = async (name: string) => {
    const made = await ciProject(app(), name, { '.gitlab-ci.yml': 'a: { script: a }' });
    const path = `${made.path}/pipeline_schedules`;
    const devi = await made.member(`devi_of_${name}`, 30);
    const mona = await made.member(`mona_of_${name}`, 40);
    const create = async (token: string, json: object = {}) =>
      app().call(`POST ${path}`, { token, json: { ...nightly, ...json } });
    const schedule = (await create(devi.token)).json;
    const one = `${path}/${schedule.id}`;
    const variable = { key: 'K', value: 'secret' };
    const added = await app().call(`POST ${one}/variables`, { token: devi.token, json: variable });
    if (added.status !== 201) throw new Error(added.text);
    const by =
      (token: string) =>
      async (request: string, json: object = {}) =>
        app().call(request, { token, json });
    const set = (change: Change<'projects'>) =>
      app().deps.db.updateTable('projects').set(change).where('id', '=', made.projectId).execute();
    return { ...made, set, projectPath: made.path, path, one, schedule, devi, mona, create, by };
  };

  it('lets Reporters read, Developers create, and hides variables from all but owner and Maintainers (CVE-2020-13351: other roles read them)', async () => {
    const { projectPath, path, one, devi, mona, token, member, create, set, by } =
      await stage('ada');
    const dev2 = await member('dev2_of_ada', 30);
    const rhea = await member('rhea_of_ada', 20);
    const gus = await member('gus_of_ada', 10);
    const odd = await app().user('odd_of_ada');
    const root = await app().user('root_of_ada', { admin: true });
    const people = { devi, mona, dev2, rhea, gus, odd, root };
    const seen: Record<string, unknown> = {};
    for (const [name, person] of Object.entries(people)) {
      const call = by(person.token);
      const shown = await call(`GET ${one}`);
      seen[name] = [
        (await call(`GET ${path}`)).status,
        shown.status,
        shown.json.variables?.length ?? null,
        (await call(`GET ${one}/variables/K`)).status,
        (await call(`GET ${one}/pipelines`)).status,
        (await create(person.token)).status,
      ];
    }
    expect(seen).toEqual({
      devi: [200, 200, 1, 200, 200, 201],
      mona: [200, 200, 1, 200, 200, 201],
      dev2: [200, 200, null, 403, 200, 201],
      rhea: [200, 200, null, 403, 200, 403],
      gus: [403, 403, null, 403, 403, 403],
      odd: [404, 404, null, 404, 404, 404],
      root: [200, 200, 1, 200, 200, 201],
    });
    // Of a public project everyone may read, unless its pipelines are for members.
    const look = async () => (await by(odd.token)(`GET ${one}`)).status;
    await set({ visibility: 'public' });
    expect(await look()).toBe(200);
    await set({ public_jobs: 0 });
    expect(await look()).toBe(403);
    expect((await app().call(`GET ${one}`)).status).toBe(401);
    // An owner who is no Developer any more sees no secrets either.
    await by(token)(`PUT ${projectPath}/members/${devi.id}`, { access_level: 20 });
    const later = (await by(devi.token)(`GET ${one}`)).json;
    expect(later).not.toHaveProperty('variables');
    expect((await by(devi.token)(`PUT ${one}`, { description: 'x' })).status).toBe(403);
  });

  it('lets nobody but the owner edit, not even a Maintainer until the schedule is taken over (gl#118782: an edited one ran as its owner)', async () => {
    const { one, schedule, devi, mona, token, member, by } = await stage('bob');
    const dev2 = await member('dev2_of_bob', 30);
    const edits = [
      [`PUT ${one}`, { description: 'Changed' }],
      [`POST ${one}/variables`, { key: 'L', value: 'x' }],
      [`PUT ${one}/variables/K`, { value: 'x' }],
    ] as const;
    for (const person of [mona.token, dev2.token, token]) {
      for (const [request, json] of edits) {
        const { status, json: body } = await by(person)(request, json);
        expect([status, body]).toEqual([403, { message: '403 Forbidden' }]);
      }
    }
    for (const request of [
      `DELETE ${one}`,
      `DELETE ${one}/variables/K`,
      `POST ${one}/take_ownership`,
    ]) {
      expect((await by(dev2.token)(request)).status).toBe(403);
    }
    expect((await by(devi.token)(`GET ${one}`)).json).toEqual({
      ...schedule,
      variables: [{ variable_type: 'env_var', key: 'K', value: 'secret', raw: false }],
    });

    const taken = await by(mona.token)(`POST ${one}/take_ownership`);
    expect([taken.status, taken.json.owner.username, taken.json.variables.length]).toEqual([
      201,
      mona.username,
      1,
    ]);
    expect((await by(mona.token)(`POST ${one}/take_ownership`)).status).toBe(200);
    for (const [request, json] of edits) {
      expect((await by(devi.token)(request, json)).status).toBe(403);
      expect((await by(mona.token)(request, json)).status).toBeLessThan(300);
    }
    const root = await app().user('root_of_bob', { admin: true });
    const byRoot = (await by(root.token)(`PUT ${one}`, { active: false })).json;
    expect([byRoot.active, byRoot.owner.username]).toEqual([false, mona.username]);
    expect((await by(mona.token)(`DELETE ${one}/variables/L`)).status).toBe(202);
    expect((await by(mona.token)(`DELETE ${one}`)).status).toBe(204);
  });

  it('keeps protected branches to who may push or merge there', async () => {
    const { path, one, devi, mona, create, by, schedule } = await stage('cyd');
    const base = (verb: string) => ({
      message: { base: [`The current user is not authorized to ${verb} the pipeline schedule`] },
    });
    const refused = await create(devi.token, { ref: 'main' });
    expect([refused.status, refused.json]).toEqual([400, base('create')]);
    const moved = await by(devi.token)(`PUT ${one}`, { ref: 'main' });
    expect([moved.status, moved.json]).toEqual([400, base('update')]);
    expect((await by(devi.token)(`GET ${one}`)).json.ref).toBe(schedule.ref);

    const onMain = (await create(mona.token, { ref: 'main' })).json;
    const at = `${path}/${onMain.id}`;
    expect((await by(devi.token)(`POST ${at}/play`)).status).toBe(403);
    expect((await by(mona.token)(`POST ${at}/play`)).status).toBe(201);
    // The owner keeps a schedule of a branch that is protected later, and may delete it.
    await app()
      .deps.db.updateTable('pipeline_schedules')
      .set({ owner_id: devi.id })
      .where('id', '=', onMain.id)
      .execute();
    expect((await by(devi.token)(`PUT ${at}`, { active: false })).status).toBe(403);
    expect((await by(devi.token)(`DELETE ${at}`)).status).toBe(204);
  });

  it('ends with the schedule, also for a change that is under way', async () => {
    const { one, devi, mona, schedule, projectId, by } = await stage('eli');
    const { db } = app().deps;
    const users = db.selectFrom('users').selectAll();
    const user = await users.where('id', '=', devi.id).executeTakeFirstOrThrow();
    /** A context of the first owner's whose first look at the schedule is from before. */
    const late = (earlier: object) => {
      let looks = 0;
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        transformResult: ({ result }) => {
          const isLook = result.rows[0]?.['cron'] !== undefined && ++looks === 1;
          const rows = isLook ? result.rows.map((row) => ({ ...row, ...earlier })) : result.rows;
          return Promise.resolve({ ...result, rows });
        },
      };
      const ctx = actAs(app(), user);
      return { ...ctx, db: ctx.db.withPlugin(plugin) };
    };
    const project = await findProjectById(actAs(app(), user), projectId);
    if (project === undefined) throw new Error('made above');
    const { id } = schedule;
    const variable = { id, value: 'theirs', variable_type: 'env_var' } as const;
    // Of the owner's own two changes at once both are kept.
    const after = await changeSchedule(late({ description: 'Old' }), project, {
      id,
      cron: '@hourly',
    });
    expect([after.description, after.cron]).toEqual([nightly.description, '@hourly']);
    const taken = (await by(mona.token)(`POST ${one}/take_ownership`)).json;
    const own = { owner_id: devi.id };
    for (const change of [
      () => changeSchedule(late(own), project, { id, cron: '@daily' }),
      () => createVariable(late(own), project, { ...variable, key: 'L' }),
      () => changeVariable(late(own), project, { ...variable, key: 'K' }),
    ]) {
      await expect(change()).rejects.toMatchObject({ refusal: { kind: 'forbidden' } });
    }
    expect((await by(mona.token)(`GET ${one}`)).json).toEqual(taken);
  });

  it('asks for the role that the project wants of who sets variables', async () => {
    const { one, devi, set, by } = await stage('dov');
    const add = async (key: string) =>
      (await by(devi.token)(`POST ${one}/variables`, { key, value: 'x' })).status;
    await set({ ci_pipeline_variables_minimum_override_role: 'maintainer' });
    expect(await add('A')).toBe(403);
    expect((await by(devi.token)(`DELETE ${one}/variables/K`)).status).toBe(403);
    await set({ ci_pipeline_variables_minimum_override_role: 'developer' });
    expect(await add('A')).toBe(201);
  });
});
