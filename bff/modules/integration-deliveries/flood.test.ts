import { afterEach, expect, it } from 'vitest';
import { jobHandlers } from '../../jobs/handlers.ts';
import { enqueue } from '../../jobs/queue.ts';
import { type JobRunner, startJobs } from '../../jobs/runner.ts';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { updateSettings } from '../application-settings/rules.ts';

const events = 60;

onBothDatabases('a receiver that never answers', (app) => {
  let runner: JobRunner | undefined;
  let hangUp: () => void = () => undefined;
  afterEach(async () => {
    hangUp();
    await runner?.stop(0);
  });

  it('holds up no other work, and none of its events is lost', async () => {
    const { db } = app().deps;
    const port = await harbor(app(), 'flood');
    app().deps.resolve = () => Promise.resolve(['127.0.0.1']);
    await updateSettings(app().ctx, { allow_local_requests_from_web_hooks_and_services: true });
    const hooks = ['one', 'two', 'three', 'four', 'five'];
    const slugs = ['slack', 'mattermost', 'pumble', 'webex-teams', 'unify-circuit'];
    for (const [at, slug] of slugs.entries()) {
      const webhook = `http://${hooks[at]}.example.test/`;
      const made = await port.call(`PUT ${port.group}/integrations/${slug}`, { webhook });
      expect(made.status).toBe(200);
    }
    await app().drain();
    let calls = 0;
    let isOver = false;
    app().deps.fetch = () => {
      calls += 1;
      if (isOver) return Promise.reject(new Error('hung up'));
      return new Promise((_, reject) => {
        const before = hangUp;
        hangUp = () => {
          isOver = true;
          before();
          reject(new Error('hung up'));
        };
      });
    };
    runner = startJobs(app().deps, jobHandlers, { loops: 4 });
    for (let at = 0; at < events; at += 1) await port.issue({ title: `Wave ${at}` });
    const count = async (state: 'waiting') =>
      (
        await db
          .selectFrom('integration_deliveries')
          .selectAll()
          .where('state', '=', state)
          .execute()
      ).length;
    // Everything is written down, while two messages wait for their answers and no more are begun.
    await expect.poll(() => count('waiting'), { timeout: 60_000 }).toBe(events * slugs.length);
    await expect.poll(() => calls).toBe(2);
    // Other work goes on beside them.
    await enqueue(app().ctx, 'housekeep', { project_id: 999_999 });
    const left = () =>
      db
        .selectFrom('jobs')
        .selectAll()
        .where('kind', '!=', 'deliver')
        .where('state', 'in', ['queued', 'running'])
        .where('run_at', '<=', new Date(app().clock.now()).toISOString())
        .execute();
    await expect.poll(async () => (await left()).length, { timeout: 60_000 }).toBe(0);
    expect((await port.call(`GET ${port.project}/issues?per_page=100`)).json).toHaveLength(events);
  });
});
