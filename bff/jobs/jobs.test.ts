import { expect, it } from 'vitest';
import { transact } from '../context.ts';
import { onBothDatabases, type TestApp } from '../testing/test-app.ts';
import {
  claimJob,
  failJob,
  finishJob,
  type Lane,
  leaseMilliseconds,
  maxAttempts,
} from './claim.ts';
import { enqueue } from './queue.ts';

const states = async (app: TestApp) =>
  (await app.deps.db.selectFrom('jobs').select(['state', 'attempts']).orderBy('id').execute()).map(
    (row) => [row.state, row.attempts],
  );

onBothDatabases('jobs', (app) => {
  const clear = () => app().deps.db.deleteFrom('jobs').execute();
  const add = (dedup?: string) =>
    enqueue(app().ctx, 'reconcile_refs', { project_id: 1 }, dedup === undefined ? {} : { dedup });

  it('a job of a transaction that fails was never there', async () => {
    await clear();
    const failing = transact(app().ctx, async (ctx) => {
      await enqueue(ctx, 'reconcile_refs', { project_id: 1 });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await states(app())).toEqual([]);
  });

  it('no job is claimed twice by runners that compete', async () => {
    await clear();
    for (let count = 0; count < 20; count++) await add();
    const owners = ['a', 'b', 'c', 'd'];
    const claims = await Promise.all(
      owners.map(async (owner) => {
        const ids: number[] = [];
        for (;;) {
          const job = await claimJob(app().deps, owner);
          if (job === undefined) return ids;
          ids.push(job.id);
          await finishJob(app().deps, job, owner);
        }
      }),
    );
    const ids = claims.flat();
    expect(new Set(ids).size).toBe(20);
    expect(ids).toHaveLength(20);
  });

  it('what comes by the thousand is taken by loops of its own, and holds up nothing else', async () => {
    await clear();
    for (let count = 0; count < 20; count++) {
      await enqueue(app().ctx, 'send_mail', { mail_id: count });
      await enqueue(app().ctx, 'run_schedules', { run_ids: [count] });
      await enqueue(app().ctx, 'deliver', { integration_id: count });
    }
    await enqueue(app().ctx, 'link_issues', { merge_request_id: 1 });
    await add();
    const taken = async (lane?: Lane) =>
      (await claimJob(app().deps, 'x', lane === undefined ? {} : { lane }))?.kind;
    expect([await taken('own'), await taken('own'), await taken('own')]).toEqual([
      'reconcile_refs',
      'link_issues',
      undefined,
    ]);
    expect([await taken('mail'), await taken('batch'), await taken('outward')]).toEqual([
      'send_mail',
      'run_schedules',
      'deliver',
    ]);
  });

  it('a job whose runner died is taken again after its lease', async () => {
    await clear();
    await add();
    const first = await claimJob(app().deps, 'dead');
    expect(first?.attempts).toBe(1);
    expect(await claimJob(app().deps, 'alive')).toBeUndefined();
    app().clock.set(app().clock.now() + leaseMilliseconds + 1);
    const again = await claimJob(app().deps, 'alive');
    expect([again?.id, again?.attempts]).toEqual([first?.id, 2]);
    if (first === undefined) throw new Error('claimed above');
    await finishJob(app().deps, first, 'dead');
    expect(await states(app())).toEqual([['running', 2]]);
  });

  it('a failing job waits longer each time and ends as failed', async () => {
    await clear();
    await add();
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const job = await claimJob(app().deps, 'x');
      if (job === undefined) throw new Error(`attempt ${attempt} found no job`);
      await failJob(app().deps, job, { owner: 'x', error: 'broken' });
      expect(await claimJob(app().deps, 'x')).toBeUndefined();
      app().clock.set(app().clock.now() + 2 ** 11 * 1000);
    }
    expect(await states(app())).toEqual([['failed', maxAttempts]]);
  });

  it('while a job of a key is queued another is not written', async () => {
    await clear();
    await add('one');
    await add('one');
    await add('two');
    expect(await states(app())).toHaveLength(2);
    await claimJob(app().deps, 'x');
    await add('one');
    expect(await states(app())).toHaveLength(3);
  });
});
