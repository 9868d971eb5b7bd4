import { expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/test-app.ts';
import { forgetOldJobs } from './rules.ts';

onBothDatabases('background work', (app) => {
  const insert = (state: 'queued' | 'running' | 'done' | 'failed', finished_at: string | null) =>
    app()
      .deps.db.insertInto('jobs')
      .values({
        kind: 'forget_old_jobs',
        payload: '{}',
        state,
        attempts: 8,
        run_at: '2026-11-20T00:00:00.000Z',
        lease_until: state === 'running' ? '2027-01-01T00:00:00.000Z' : null,
        lease_owner: null,
        dedup_key: null,
        last_error: state === 'failed' ? 'Error: no wind' : null,
        created_at: '2026-11-20T00:00:00.000Z',
        finished_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();

  it('administrators see each job, and run a failed one again', async () => {
    const { token } = await app().user('root', { admin: true });
    const { id } = await insert('failed', '2026-11-20T01:00:00.000Z');
    const list = async (query: string) =>
      (await app().call(`GET /bff/jobs${query}`, { token })).json;
    const failed = await list('?state=failed');
    expect(failed).toEqual([
      {
        id,
        kind: 'forget_old_jobs',
        payload: {},
        state: 'failed',
        attempts: 8,
        run_at: '2026-11-20T00:00:00.000Z',
        lease_until: null,
        last_error: 'Error: no wind',
        created_at: '2026-11-20T00:00:00.000Z',
        finished_at: '2026-11-20T01:00:00.000Z',
      },
    ]);
    expect(await list('?kind=no_such_kind')).toEqual([]);
    const again = await app().call(`POST /bff/jobs/${id}/retry`, { token });
    expect([again.status, again.json]).toMatchObject([
      201,
      { state: 'queued', attempts: 0, last_error: null },
    ]);
    await app().drain();
    expect((await list('?state=done')).map((row: { id: number }) => row.id)).toContain(id);
    const audited = await app().call('GET /bff/audit_events?action=job.retry', { token });
    expect(audited.json).toMatchObject([{ subject: { type: 'Job', id, name: 'forget_old_jobs' } }]);
  });

  it('a running or finished job is not run again', async () => {
    const { token } = await app().user('chief', { admin: true });
    for (const state of ['running', 'done'] as const) {
      const { id } = await insert(state, null);
      const refused = await app().call(`POST /bff/jobs/${id}/retry`, { token });
      expect([refused.status, refused.json]).toEqual([
        409,
        { message: 'The job is running or done' },
      ]);
    }
    expect((await app().call('POST /bff/jobs/99999/retry', { token })).status).toBe(404);
  });

  it('what was done a week ago is forgotten, what failed is not', async () => {
    const old = '2026-11-20T11:59:00.000Z';
    const gone = await insert('done', old);
    const kept = [await insert('failed', old), await insert('done', '2026-11-20T12:10:00.000Z')];
    await forgetOldJobs(app().ctx);
    const rows = await app().deps.db.selectFrom('jobs').select('id').execute();
    const ids = rows.map(({ id }) => id);
    expect(ids).not.toContain(gone.id);
    expect(ids).toEqual(expect.arrayContaining(kept.map(({ id }) => id)));
  });
});
