import { expect, it } from 'vitest';
import { enqueue } from '../../jobs/queue.ts';
import { ciProject } from '../../testing/ci-projects.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { updateSettings } from '../application-settings/rules.ts';

const json = { description: 'Nightly', ref: 'main', cron: '@daily' };

onBothDatabases('limits of pipelines', (app) => {
  it('are a reason in the history of the schedule that they stop', async () => {
    const { path, call } = await ciProject(app(), 'ada', { '.gitlab-ci.yml': 'a: { script: a }' });
    // The push has a pipeline of its own.
    await app().drain();
    const create = async () => (await call(`POST ${path}/pipeline_schedules`, { json })).json;
    const [one, twin] = [await create(), await create()];
    await updateSettings(app().ctx, { pipeline_limit_per_project_user_sha: 1 });
    app().clock.set(Date.parse(one.next_run_at));
    await enqueue(app().ctx, 'run_due_schedules', {}, { dedup: 'clock' });
    await app().drain();
    const problems = await Promise.all(
      [one, twin].map(async ({ id }) => {
        const runs = await call(`GET /bff${path}/pipeline_schedules/${id}/runs`);
        return [runs.status, runs.json[0].problem];
      }),
    );
    expect(problems).toEqual([
      [200, null],
      [200, 'too_many_pipelines'],
    ]);
    await updateSettings(app().ctx, { pipeline_limit_per_project_user_sha: 0 });
  });
});

onBothDatabases(
  'pipeline schedules without a cap',
  (app) => {
    it('are as many as people make', async () => {
      const { path, call } = await ciProject(app(), 'ada');
      for (let at = 0; at < 12; at++) {
        expect((await call(`POST ${path}/pipeline_schedules`, { json })).status).toBe(201);
      }
    });
  },
  { QD_MAX_SCHEDULES_PER_PROJECT: '0' },
);
