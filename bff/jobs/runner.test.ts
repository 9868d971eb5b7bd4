import { expect, it } from 'vitest';
import { type Ctx, transact } from '../context.ts';
import { onBothDatabases } from '../testing/test-app.ts';
import { claimJob, leaseMilliseconds } from './claim.ts';
import { jobHandlers } from './handlers.ts';
import { enqueue } from './queue.ts';
import { type JobRunner, startJobs } from './runner.ts';

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const aborted = (ctx: Ctx) =>
  new Promise<void>((resolve) => ctx.signal?.addEventListener('abort', () => resolve()));

onBothDatabases('the runner of jobs', (app) => {
  const minute = 60_000;
  let runner: JobRunner | undefined;

  /** A job that lasts until the test lets it go, run by a runner that renews in no time. */
  const begin = async (work?: (ctx: Ctx) => Promise<void>) => {
    await app().deps.db.deleteFrom('jobs').execute();
    const calls: Ctx[] = [];
    const go = deferred<void>();
    const begun = deferred<Ctx>();
    const ended = deferred<unknown>();
    const handlers = {
      ...jobHandlers,
      async reconcile_refs(ctx: Ctx) {
        calls.push(ctx);
        begun.resolve(ctx);
        try {
          await (work ?? (() => go.promise))(ctx);
          ended.resolve('well');
        } catch (error) {
          ended.resolve(error);
          throw error;
        }
      },
    };
    runner = startJobs(app().deps, handlers, { loops: 2, renewal: 10 });
    await enqueue(app().ctx, 'reconcile_refs', { project_id: 1 });
    const ctx = await begun.promise;
    return { ctx, calls, go: () => go.resolve(undefined), ended: ended.promise };
  };
  const row = () =>
    app()
      .deps.db.selectFrom('jobs')
      .select(['id', 'state', 'attempts', 'lease_until', 'lease_owner', 'last_error'])
      .executeTakeFirstOrThrow();
  const leaseAfter = (instant: number) =>
    expect
      .poll(async () => Date.parse((await row()).lease_until ?? ''))
      .toBeGreaterThanOrEqual(instant);

  it('a job that takes longer than its lease is not taken a second time', async () => {
    const job = await begin();
    const start = app().clock.now();
    for (let passed = minute; passed < 3 * leaseMilliseconds; passed += 4 * minute) {
      app().clock.set(start + passed);
      await leaseAfter(start + passed + leaseMilliseconds);
    }
    app().deps.jobs.wake();
    expect(await claimJob(app().deps, 'another')).toBeUndefined();
    job.go();
    expect(await job.ended).toBe('well');
    await runner?.stop();
    expect(job.calls).toHaveLength(1);
    expect(await row()).toMatchObject({ state: 'done', attempts: 1 });
  });

  it('a long queue leaves everybody else a turn', async () => {
    await app().deps.db.deleteFrom('jobs').execute();
    const jobs = 50;
    const over = deferred<void>();
    let done = 0;
    let turn = jobs;
    const handlers = {
      ...jobHandlers,
      async reconcile_refs() {
        if (done === 0) setImmediate(() => (turn = done));
        done += 1;
        if (done === jobs) over.resolve(undefined);
        return Promise.resolve();
      },
    };
    for (let id = 1; id <= jobs; id += 1) {
      await enqueue(app().ctx, 'reconcile_refs', { project_id: id });
    }
    runner = startJobs(app().deps, handlers, { loops: 1 });
    await over.promise;
    await runner.stop();
    expect(turn).toBeLessThan(jobs);
  });

  it('a clock that leaps past the lease gives no job of this process away', async () => {
    const job = await begin();
    app().clock.set(app().clock.now() + 10 * leaseMilliseconds);
    app().deps.jobs.wake();
    await leaseAfter(app().clock.now());
    job.go();
    await runner?.stop();
    expect(job.calls).toHaveLength(1);
  });

  it('a job whose lease was lost is broken off, writes nothing more and is left to the other', async () => {
    const job = await begin(async (ctx) => {
      await aborted(ctx);
      await transact(ctx, (ctx) => enqueue(ctx, 'reconcile_refs', { project_id: 2 }));
    });
    await app().deps.db.updateTable('jobs').set({ lease_owner: 'another', attempts: 2 }).execute();
    expect(await job.ended).toMatchObject({ name: 'LeaseLost' });
    await runner?.stop();
    expect(await row()).toMatchObject({ state: 'running', attempts: 2, lease_owner: 'another' });
    const { count } = await app()
      .deps.db.selectFrom('jobs')
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  it('a stopping server breaks a long job off, and the next start takes it at once', async () => {
    const job = await begin(async (ctx) => {
      await aborted(ctx);
      ctx.signal?.throwIfAborted();
    });
    await runner?.stop(0);
    expect(await job.ended).toMatchObject({ name: 'BrokenOff' });
    expect(await row()).toMatchObject({ state: 'queued', attempts: 0, last_error: null });
    expect(await claimJob(app().deps, 'next')).toMatchObject({ attempts: 1 });
  });
});
