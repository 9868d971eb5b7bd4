import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { transact } from '../../context.ts';
import { doctorCommand } from '../../commands/doctor.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { askToChain, chainAuditEvents, firstBrokenLink } from './chain-rules.ts';
import { audit } from './rules.ts';

onBothDatabases('the chain of the audit log', (app) => {
  let root: TestUser;
  beforeAll(async () => {
    root = await app().user('root', { admin: true });
  });
  const db = () => app().deps.db;
  const write = (name: string) =>
    transact(app().ctx, (ctx) =>
      audit(ctx, { action: 'job.retry', subject: { type: 'Job', id: 1, name } }),
    );
  const ids = async () =>
    (await db().selectFrom('audit_events').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    );
  const chain = async (query = '') =>
    (await app().call(`GET /bff/audit_events/chain${query}`, { token: root.token })).json;
  const doctor = async () => {
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    const ran = doctorCommand.run({ ctx: app().ctx, args: [], print });
    await ran.catch((error: unknown) => lines.push(String(error)));
    return lines.find((line) => line.startsWith('audit'));
  };
  beforeEach(async () => {
    await db().deleteFrom('audit_links').execute();
    await db().deleteFrom('audit_heads').execute();
    for (const name of ['one', 'two', 'three']) await write(name);
    await chainAuditEvents(app().ctx);
  });

  it('is made by a job at most ten seconds later, where no row waits nothing is written, and what fails is one job', async () => {
    const jobs = () =>
      db().selectFrom('jobs').selectAll().where('kind', '=', 'chain_audit').execute();
    await askToChain(app().ctx);
    expect(await jobs()).toEqual([]);
    await write('late');
    const [last = 0] = (await ids()).slice(-1);
    expect(await chain()).toMatchObject({ unsealed: 1, first_unsealed: last, verified: false });
    await askToChain(app().ctx);
    await askToChain(app().ctx);
    expect(await jobs()).toMatchObject([{ state: 'queued' }]);
    await db().updateTable('jobs').set({ state: 'failed', dedup_key: null }).execute();
    await askToChain(app().ctx);
    expect(await jobs()).toMatchObject([{ state: 'queued', attempts: 0 }]);
    await app().drain();
    expect(await chain('?verify=true')).toEqual({
      sealed: {
        event_id: last,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        sealed_at: expect.any(String),
      },
      unsealed: 0,
      first_unsealed: null,
      verified: true,
      broken: null,
    });
    // The job itself is forgotten with the next one.
    expect(await jobs()).toMatchObject([{ state: 'done' }]);
  });

  it('names the first link that does not hold, and the tail that is not sealed', async () => {
    const [last = 0] = (await ids()).slice(-1);
    await write('tail');
    expect(await doctor()).toBe(
      `audit: ok (sealed up to event ${last}, 1 from event ${last + 1} on are not yet)`,
    );
    await db()
      .updateTable('audit_events')
      .set({ actor_name: 'another' })
      .where('id', '=', last - 1)
      .execute();
    expect(await chain('?verify=true')).toMatchObject({
      broken: { event_id: last - 1, problem: 'changed' },
    });
    expect(await doctor()).toContain(`audit: event ${last - 1} was changed after it was written`);
    await db()
      .deleteFrom('audit_events')
      .where('id', '=', last - 1)
      .execute();
    expect(await doctor()).toContain(`audit: event ${last - 1} is gone`);
  });

  it('a row that is put in, one that goes at the end and a head that is moved back are found', async () => {
    const all = await ids();
    const [last = 0] = all.slice(-1);
    const [first] = await db().selectFrom('audit_events').selectAll().limit(1).execute();
    if (first === undefined) throw new Error('rows were written above');
    await db()
      .deleteFrom('audit_links')
      .where('event_id', '=', last - 1)
      .execute();
    expect(await firstBrokenLink(app().ctx)).toEqual({ event_id: last - 1, problem: 'added' });
    await db()
      .deleteFrom('audit_events')
      .where('id', '>=', last - 1)
      .execute();
    expect(await firstBrokenLink(app().ctx)).toEqual({ event_id: last, problem: 'missing' });
    await db()
      .deleteFrom('audit_links')
      .where('event_id', '>=', last - 1)
      .execute();
    expect(await firstBrokenLink(app().ctx)).toEqual({ event_id: last, problem: 'unsealed' });
    const [link] = await db()
      .selectFrom('audit_links')
      .selectAll()
      .orderBy('event_id', 'desc')
      .limit(1)
      .execute();
    await db()
      .updateTable('audit_heads')
      .set(link ?? {})
      .execute();
    expect(await firstBrokenLink(app().ctx)).toMatchObject({ problem: 'unsealed' });
    await db().deleteFrom('audit_heads').execute();
    expect(await firstBrokenLink(app().ctx)).toMatchObject({ problem: 'unsealed' });
  });

  it('waits for a row with a lower id that is not committed yet', async () => {
    if (app().dialect !== 'postgres') return;
    const insert = (name: string) => ({
      actor_kind: 'system',
      actor_id: null,
      actor_name: 'test',
      action: 'job.retry',
      subject_type: 'Job',
      subject_id: 1,
      subject_name: name,
      project_id: null,
      group_id: null,
      before: null,
      after: null,
      ip: null,
      request_id: null,
      created_at: new Date(app().clock.now()).toISOString(),
    });
    let commit = () => {};
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let begun = () => {};
    const inserted = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const slow = db()
      .transaction()
      .execute(async (trx) => {
        await trx.insertInto('audit_events').values(insert('slow')).execute();
        begun();
        await held;
      });
    await inserted;
    await db().insertInto('audit_events').values(insert('quick')).execute();
    const queries = vi.spyOn(db().getExecutor(), 'executeQuery');
    let isChained = false;
    const chained = chainAuditEvents(app().ctx).finally(() => {
      isChained = true;
    });
    await vi.waitFor(() => {
      const isWaiting = queries.mock.calls.some(([{ sql }]) => sql.includes('pg_locks'));
      expect(isWaiting || isChained).toBe(true);
    });
    queries.mockRestore();
    expect([isChained, (await chain()).unsealed]).toEqual([false, 1]);
    commit();
    await Promise.all([slow, chained]);
    await chainAuditEvents(app().ctx);
    expect(await firstBrokenLink(app().ctx)).toBeUndefined();
    expect(await chain()).toMatchObject({ unsealed: 0 });
  });
});
