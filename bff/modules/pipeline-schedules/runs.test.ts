import { expect, it } from 'vitest';
import { claimJob, leaseMilliseconds } from '../../jobs/claim.ts';
import { enqueue } from '../../jobs/queue.ts';
import { ciProject } from '../../testing/ci-projects.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { runDueSchedules } from './due-rules.ts';
import { runSchedules } from './run-rules.ts';

const ciFile = `
build: { script: make }
nightly:
  script: make all
  rules: [{ if: $CI_PIPELINE_SOURCE == "schedule" }]
`;
const minute = 60_000;

onBothDatabases('a pipeline schedule that is due', (app) => {
  const to = (time: string) => app().clock.set(Date.parse(`2026-${time}Z`));
  const drain = async () => {
    await enqueue(app().ctx, 'run_due_schedules', {}, { dedup: 'clock' });
    await app().drain();
  };

  const stage = async (name: string, files: Record<string, string> = {}) => {
    const made = await ciProject(app(), name, { '.gitlab-ci.yml': ciFile, ...files });
    await app().deps.db.deleteFrom('pipeline_schedules').execute();
    await app().drain();
    const path = `${made.path}/pipeline_schedules`;
    const create = async (json: object = {}) => {
      const often = { description: 'Often', ref: 'main', cron: '*/10 * * * *' };
      const answer = await made.call(`POST ${path}`, { json: { ...often, ...json } });
      if (answer.status !== 201) throw new Error(answer.text);
      return `${path}/${answer.json.id}`;
    };
    const show = async (one: string) => (await made.call(`GET ${one}`)).json;
    const pipelines = async (one: string, query = '') =>
      (await made.call(`GET ${one}/pipelines${query}`)).json;
    const runs = async (one: string) => (await made.call(`GET /bff${one}/runs?per_page=100`)).json;
    return { ...made, path, projectPath: made.path, create, show, pipelines, runs };
  };

  it('makes one pipeline as its owner, and times that were missed are one run', async () => {
    to('11-27T12:00:01');
    const { create, show, pipelines, runs, call, projectId, projectPath, username } =
      await stage('ada');
    const one = await create();
    expect((await show(one)).next_run_at).toBe('2026-11-27T12:10:00.000Z');
    // What the push left to do is done before: the clock runs on.
    await drain();
    to('11-27T12:09:59.900');
    await drain();
    expect(await pipelines(one)).toEqual([]);

    to('11-27T12:10:00');
    await drain();
    const shown = await show(one);
    expect(shown.next_run_at).toBe('2026-11-27T12:20:00.000Z');
    const [first, ...more] = await pipelines(one);
    expect(more).toEqual([]);
    expect(first).toEqual({
      id: first.id,
      iid: 2,
      project_id: projectId,
      sha: expect.stringMatching(/^[0-9a-f]{40}$/),
      ref: 'main',
      status: 'pending',
      source: 'scheduled',
      created_at: expect.stringMatching(/^2026-11-27T12:10:0/),
      updated_at: expect.stringMatching(/^2026-11-27T12:10:0/),
      web_url: expect.stringContaining(`/-/pipelines/${first.id}`),
    });
    expect(shown.last_pipeline).toEqual(first);
    const whole = (await call(`GET ${projectPath}/pipelines/${first.id}`)).json;
    expect(whole.user.username).toBe(username);
    const jobs = (await call(`GET ${projectPath}/pipelines/${first.id}/jobs`)).json;
    expect(jobs.map((job: { name: string }) => job.name).sort()).toEqual(['build', 'nightly']);

    // Nobody looked from 12:20 to 13:07.
    to('11-27T13:07:30');
    await drain();
    const both = await pipelines(one);
    expect(both.map((row: { id: number }) => row.id)).toEqual([first.id, both[1].id]);
    expect((await show(one)).next_run_at).toBe('2026-11-27T13:10:00.000Z');
    const [late] = await runs(one);
    expect(late).toMatchObject({
      kind: 'cron',
      state: 'created',
      problem: null,
      due_at: '2026-11-27T12:20:00.000Z',
      pipeline: { id: both[1].id },
    });
    const ids = async (query: string) =>
      (await pipelines(one, query)).map((row: { id: number }) => row.id);
    expect(await ids('?sort=desc&per_page=1')).toEqual([both[1].id]);
    expect(await ids('?created_before=2026-11-27T12:30:00Z')).toEqual([first.id]);
    expect(await ids('?updated_after=2026-11-27T12:30:00Z&scope=pending')).toEqual([both[1].id]);
    expect(await ids('?status=success')).toEqual([]);
    const wrong = await call(`GET ${one}/pipelines?scope=all&sort=up`);
    expect(wrong.json.error).toBe(
      'scope does not have a valid value, sort does not have a valid value',
    );
    const keyset = await call(`GET ${one}/pipelines?pagination=keyset&per_page=1`);
    expect([keyset.json[0].id, keyset.headers.get('x-total')]).toEqual([first.id, '2']);
    expect((await call(`DELETE ${one}`)).status).toBe(204);
    expect((await call(`GET ${projectPath}/pipelines/${first.id}`)).status).toBe(200);
  });

  it('can be run by hand, with the rights of the caller, and runs next as before', async () => {
    to('11-27T14:00:01');
    const { create, show, runs, call, projectPath, projectId, member } = await stage('bob');
    const devi = await member('devi_of_bob', 30);
    await call(`POST ${projectPath}/repository/branches`, {
      json: { branch: 'work', ref: 'main' },
    });
    const one = await create({ ref: 'work', active: false });
    const before = await show(one);
    const played = await call(`POST ${one}/play`, { token: devi.token });
    expect([played.status, played.json]).toEqual([201, { message: '201 Created' }]);
    await drain();
    const after = await show(one);
    expect(after).toEqual({ ...before, last_pipeline: after.last_pipeline });
    const { user } = (await call(`GET ${projectPath}/pipelines/${after.last_pipeline.id}`)).json;
    expect(user.username).toBe(devi.username);
    expect((await runs(one))[0]).toMatchObject({ kind: 'play', state: 'created' });
    await app()
      .deps.db.updateTable('projects')
      .set({ archived: 1 })
      .where('id', '=', projectId)
      .execute();
    expect((await call(`POST ${one}/play`)).status).toBe(403);
  });

  it('that cannot run says why in its history, and tells its people once of each new reason', async () => {
    to('11-28T00:00:01');
    const { create, show, runs, call, commit, member, projectId, pipelines, projectPath, id } =
      await stage('cyd');
    const mona = await member('mona_of_cyd', 40);
    const owner = await member('owner_of_cyd', 30);
    await commit('broken', { '.gitlab-ci.yml': 'a: [' });
    await commit('none', { '.gitlab-ci.yml': 'a: { script: a, rules: [{ when: never }] }' });
    await app().drain();
    const one = await create();
    const { db } = app().deps;
    const set = (change: object) =>
      db.updateTable('projects').set(change).where('id', '=', projectId).execute();
    const schedule = (change: object) =>
      db
        .updateTable('pipeline_schedules')
        .set(change)
        .where('project_id', '=', projectId)
        .execute();
    const user = (state: 'active' | 'blocked') =>
      db.updateTable('users').set({ state }).where('id', '=', owner.id).execute();
    const edit = (json: object) => call(`PUT ${one}`, { json });
    const level = (access_level: number) =>
      call(`PUT ${projectPath}/members/${owner.id}`, { json: { access_level } });
    let told = 0;
    /** Runs it at the next time; what the history says, and to how many a mail went. */
    const next = async () => {
      app().clock.set(Date.parse((await show(one)).next_run_at ?? '2026-12-24T00:00:00Z'));
      await drain();
      const [run] = await runs(one);
      const mails = await db
        .selectFrom('mails')
        .select('to')
        .where('subject', 'like', '%Pipeline schedule could not run%')
        .execute();
      const sent = mails.length - told;
      told = mails.length;
      return [run.state, run.problem, sent];
    };
    const unprotect = () =>
      db.deleteFrom('protected_branches').where('project_id', '=', projectId).execute();
    await schedule({ owner_id: owner.id });
    const steps: [() => Promise<unknown>, string, string][] = [
      [() => set({ archived: 1 }), 'refused', 'archived'],
      [() => set({ archived: 0, jobs_enabled: 0 }), 'refused', 'pipelines_off'],
      [() => set({ jobs_enabled: 1, ci_config_path: 'none.yml' }), 'refused', 'ref_protected'],
      [() => unprotect(), 'refused', 'no_ci_file'],
      [
        () => set({ ci_config_path: null }).then(() => schedule({ ref: 'refs/heads/gone' })),
        'refused',
        'ref_gone',
      ],
      [() => schedule({ ref: 'refs/heads/broken' }), 'failed', 'invalid_ci_file'],
      [() => schedule({ ref: 'refs/heads/none' }), 'refused', 'no_job'],
      [
        () => user('blocked').then(() => schedule({ ref: 'refs/heads/main' })),
        'refused',
        'owner_blocked',
      ],
    ];
    for (const [change, state, problem] of steps) {
      await change();
      // The owner (unless blocked), the project's owner and a Maintainer.
      const people = problem === 'owner_blocked' ? 2 : 3;
      expect(await next()).toEqual([state, problem, people]);
      expect(await next()).toEqual([state, problem, 0]);
    }
    expect(await pipelines(one, '?status=failed')).toHaveLength(2);
    const overview = async () => (await call(`GET /bff${projectPath}/pipeline_schedules`)).json[0];
    expect((await overview()).trouble).toMatchObject({
      problem: 'owner_blocked',
      text: 'Its owner @owner_of_cyd is blocked.',
    });
    await user('active');
    expect(await next()).toEqual(['created', null, 0]);
    expect((await overview()).trouble).toBeNull();

    // Without the role it is switched off; whoever takes it over switches it on.
    await level(20);
    expect(await next()).toEqual(['refused', 'owner_role', 3]);
    expect((await show(one)).active).toBe(false);
    expect((await call(`POST ${one}/take_ownership`, { token: mona.token })).status).toBe(201);
    await call(`PUT ${one}`, { token: mona.token, json: { active: true } });
    expect(await next()).toEqual(['created', null, 0]);
    await schedule({ owner_id: null });
    expect(await next()).toEqual(['refused', 'owner_gone', 2]);
    await schedule({ owner_id: id });
    await edit({ inputs: [{ name: 'unknown', value: 1 }] });
    expect(await next()).toEqual(['refused', 'invalid_inputs', 2]);
    const history = await runs(one);
    expect(history.length).toBe(21);
    expect(history.every((run: { finished_at: string | null }) => run.finished_at)).toBe(true);
  });

  it('is not held up by one that cannot be read (gl#37014, gl#424299: one stopped all)', async () => {
    to('11-29T00:00:01');
    const { create, show, runs, pipelines } = await stage('dov');
    const [bad, gone, good] = [await create(), await create(), await create()];
    const set = (one: string, change: object) =>
      app()
        .deps.db.updateTable('pipeline_schedules')
        .set(change)
        .where('id', '=', Number(one.split('/').at(-1)))
        .execute();
    await set(bad, { cron: 'no cron', cron_timezone: 'Nowhere' });
    await set(gone, { owner_id: null });
    to('11-29T00:10:00');
    await drain();
    expect(await pipelines(good)).toHaveLength(1);
    expect((await runs(bad))[0]).toMatchObject({ state: 'refused', problem: 'invalid_schedule' });
    expect((await runs(gone))[0]).toMatchObject({ state: 'refused', problem: 'owner_gone' });
    expect([(await show(bad)).next_run_at, (await show(gone)).owner]).toEqual([null, null]);
    to('11-29T00:20:00');
    await drain();
    expect(await pipelines(good)).toHaveLength(2);
    expect(await runs(bad)).toHaveLength(1);
  });

  it('fires once when its server dies between the due time and the pipeline, or right after', async () => {
    to('11-30T00:00:01');
    const { create, pipelines, runs } = await stage('eli');
    const one = await create();
    to('11-30T00:10:00');
    await app().deps.db.deleteFrom('jobs').where('kind', '=', 'run_due_schedules').execute();
    await app().drain();
    await runDueSchedules(app().ctx);
    const job = await claimJob(app().deps, 'dead');
    expect(job?.kind).toBe('run_schedules');
    await app().drain();
    expect([(await pipelines(one)).length, (await runs(one))[0].state]).toEqual([0, 'waiting']);
    app().clock.set(app().clock.now() + leaseMilliseconds + 1);
    await app().drain();
    expect(await pipelines(one)).toHaveLength(1);

    // The pipeline is there, but the job was not marked as done.
    const { run_ids } = JSON.parse(job?.payload ?? '{}');
    await runSchedules(app().ctx, run_ids, { isLast: false });
    expect(await pipelines(one)).toHaveLength(1);
    expect(await runs(one)).toHaveLength(1);
  });

  it('is taken by one of several servers that look at once', async () => {
    to('12-01T00:00:01');
    const { create, pipelines } = await stage('fay');
    const all = await Promise.all(Array.from({ length: 10 }, () => create()));
    to('12-01T00:10:00');
    await Promise.all([1, 2, 3].map(() => runDueSchedules(app().ctx)));
    await Promise.all([1, 2, 3].map(() => app().drain()));
    for (const one of all) expect(await pipelines(one)).toHaveLength(1);
  });

  it('runs as it was when it is changed before anybody looked', async () => {
    to('12-02T00:00:01');
    const { create, call, show, pipelines } = await stage('gus');
    const one = await create();
    to('12-02T00:10:00.500');
    await call(`PUT ${one}`, { json: { cron: '0 3 * * *', active: false } });
    await drain();
    expect(await pipelines(one)).toHaveLength(1);
    app().clock.set(app().clock.now() + 60 * 24 * minute);
    await drain();
    expect(await pipelines(one)).toHaveLength(1);
    // Inactive for a day: switched on, it waits for its next time.
    const on = await call(`PUT ${one}`, { json: { active: true } });
    expect(on.json.next_run_at).toBe('2026-12-03T03:00:00.000Z');
    expect((await show(one)).last_pipeline.source).toBe('scheduled');
  });
});
