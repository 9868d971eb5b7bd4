import { expect, it } from 'vitest';
import { ciProject } from '../../testing/ci-projects.ts';
import { type Answer, type Call, onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('a pipeline that a job starts', (app) => {
  it('is the downstream of the job whose token started it, while that job runs, and limited as such', async () => {
    const { path, call } = await ciProject(app(), 'ivo', {
      '.gitlab-ci.yml': 'build: { script: make }',
    });
    const trigger = (await call(`POST ${path}/triggers`, { json: { description: 'Nightly' } }))
      .json;
    const start = (sent: Call) => app().call(`POST ${path}/trigger/pipeline`, sent);
    const pipeline = (await call(`POST ${path}/pipeline`, { json: { ref: 'main' } })).json;
    const [job] = (await call(`GET ${path}/pipelines/${pipeline.id}/jobs`)).json;
    const report = (state: string) =>
      call(`POST ${path}/statuses/${pipeline.sha}?pipeline_id=${pipeline.id}`, {
        json: { name: 'build', state },
      });
    const upstream = async ({ json }: Answer) =>
      app()
        .deps.db.selectFrom('upstream_pipelines')
        .select('ci_job_id')
        .where('pipeline_id', '=', json.id)
        .executeTakeFirst();
    await report('running');
    const { token } = (await call(`POST ${path}/jobs/${job.id}/token`)).json;

    const started = await start({ json: { token, ref: 'main' } });
    expect([started.status, started.json.source]).toEqual([201, 'pipeline']);
    expect(await upstream(started)).toEqual({ ci_job_id: job.id });
    const byHeader = { headers: { 'job-token': token }, json: { ref: 'main' } };
    expect((await start(byHeader)).json.source).toBe('pipeline');
    const { token: root } = await app().user('root-of-ivo', { admin: true });
    const limit = (downstream_pipeline_trigger_limit_per_project_user_sha: number) =>
      app().call('PUT /application/settings', {
        token: root,
        json: { downstream_pipeline_trigger_limit_per_project_user_sha },
      });
    await limit(1);
    expect((await start(byHeader)).status).toBe(201);
    expect((await start(byHeader)).json).toEqual({
      message: { base: ['Too many pipelines created in the last minute. Try again later.'] },
    });
    // What no job starts is none of them.
    expect((await start({ json: { token: trigger.token, ref: 'main' } })).status).toBe(201);
    await limit(0);
    expect((await start(byHeader)).status).toBe(201);
    const alone = await start({ json: { token: trigger.token, ref: 'main' } });
    expect(await upstream(alone)).toBeUndefined();

    const refusal = async () => {
      const answer = await start({ json: { token, ref: 'main' } });
      return [answer.status, answer.json];
    };
    const { path: there } = await ciProject(app(), 'ivo2', {
      '.gitlab-ci.yml': 'a: { script: a }',
    });
    const mark = (marked_for_deletion_at: string | null) =>
      app()
        .deps.db.updateTable('projects')
        .set({ marked_for_deletion_at })
        .where('id', '=', pipeline.project_id)
        .execute();
    await mark('2026-11-27T12:00:00.000Z');
    const gone = await app().call(`POST ${there}/trigger/pipeline`, {
      json: { token, ref: 'main' },
    });
    expect([gone.status, gone.json]).toEqual([401, { message: 'Project has been deleted!' }]);
    await mark(null);
    const now = app().clock.now();
    app().clock.set(now + 86_400_000);
    expect(await refusal()).toEqual([401, { message: 'Job token has expired' }]);
    app().clock.set(now);
    await report('success');
    expect(await refusal()).toEqual([401, { message: 'Job is not running' }]);
    await app()
      .deps.db.updateTable('ci_jobs')
      .set({ erased_at: '2026-11-27T12:00:00.000Z' })
      .where('id', '=', job.id)
      .execute();
    expect(await refusal()).toEqual([401, { message: 'Job has been erased!' }]);
  });
});
