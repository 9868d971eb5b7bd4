import { chmodSync, renameSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnedProcesses } from '../../git/process.ts';
import { hasPostgres } from '../../testing/postgres.ts';
import { createTestApp, onBothDatabases, type TestApp, testTime } from '../../testing/test-app.ts';

onBothDatabases('the server', (app) => {
  it('lives, and is ready while database, git and disk are there', async () => {
    const alive = await app().call('GET /-/liveness', { token: 'wrong' });
    expect([alive.status, alive.json]).toEqual([200, { status: 'ok' }]);
    const ready = await app().call('GET /-/readiness', { token: 'wrong' });
    const ok = { ok: true };
    expect([ready.status, ready.json]).toEqual([
      200,
      { status: 'ok', database: ok, git: ok, disk: ok },
    ]);
    const started = spawnedProcesses();
    app().deps.state.stopping = true;
    const stopping = await app().call('GET /-/readiness');
    expect([stopping.status, stopping.json.status]).toEqual([503, 'stopping']);
    expect(stopping.headers.get('connection')).toBe('close');
    app().deps.state.stopping = false;
    // Anybody may ask, as often as they like.
    expect(spawnedProcesses()).toBe(started);
  });

  it('tells administrators what it runs on and what it holds', async () => {
    const { token } = await app().user('root', { admin: true });
    await app().call('POST /projects', { token, json: { name: 'one' } });
    const { status, json } = await app().call('GET /bff/system', { token });
    expect([status, json]).toMatchObject([
      200,
      {
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        node: process.versions.node,
        git: expect.stringMatching(/^2\./),
        database: { kind: app().dialect, version: expect.stringMatching(/^\d+\./) },
        mail: 'kept',
        ssh: false,
        counts: { users: 1, groups: 0, projects: 1 },
        jobs: { queued: expect.any(Number), running: 0, done: 0, failed: 0 },
      },
    ]);
    expect(json.disk.free_bytes).toBeLessThanOrEqual(json.disk.total_bytes);
  });

  it('measures requests by endpoint, jobs and git processes', async () => {
    await app().call('GET /projects');
    await app().call('GET /no/such/route');
    const { status, text, headers } = await app().call('GET /-/metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toMatch(
      /^qd_http_requests_total{method="GET",route="projects.list",status="200"} 1$/m,
    );
    expect(text).toMatch(/^qd_http_requests_total{method="GET",route="unknown",status="404"} 1$/m);
    expect(text).toMatch(/^qd_http_request_seconds_count{route="projects.list"} \d+$/m);
    expect(text).toMatch(/^qd_jobs{state="failed"} 0$/m);
    expect(text).toMatch(/^qd_git_processes \d+$/m);
  });

  it('has no clock that could be moved', async () => {
    const json = { now: '2030-01-01T00:00:00Z' };
    const moved = await app().call('POST /-/clock', { json });
    expect([moved.status, moved.json]).toEqual([404, { error: '404 Not Found' }]);
  });
});

describe('the server', () => {
  it('is not ready when its database has stopped', async () => {
    const app = await createTestApp();
    await app.deps.db.destroy();
    const { status, json } = await app.call('GET /-/readiness');
    expect([status, json]).toMatchObject([
      503,
      { status: 'failed', database: { ok: false, reason: 'out of reach' }, git: { ok: true } },
    ]);
    expect((await app.call('GET /-/liveness')).status).toBe(200);
    const refused = await app.call('GET /projects');
    expect([refused.status, refused.json]).toEqual([500, { message: '500 Internal Server Error' }]);
    await app.close();
  });

  it.runIf(hasPostgres())(
    'is not ready when PostgreSQL has cut it off, until it is back',
    async () => {
      const app = await createTestApp('postgres');
      expect((await app.call('GET /-/readiness')).status).toBe(200);
      const name = new URL(app.deps.config.databaseUrl ?? '').pathname.slice(1);
      const server = new URL(app.deps.config.databaseUrl ?? '');
      server.pathname = '/postgres';
      const admin = new pg.Client({ connectionString: server.href });
      await admin.connect();
      const ends = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1';
      expect((await admin.query(ends, [name])).rowCount).toBeGreaterThan(0);
      await expect.poll(async () => (await app.call('GET /-/readiness')).status).toBe(200);
      expect((await app.call('GET /projects')).status).toBe(200);
      await admin.query(`drop database "${name}" with (force)`);
      await admin.end();
      const { status, json } = await app.call('GET /-/readiness');
      expect([status, json.database]).toEqual([503, { ok: false, reason: 'out of reach' }]);
      await app.close();
    },
  );

  it('is not ready when its data directory is gone', async () => {
    const app = await createTestApp();
    const away = `${app.deps.dataDir}-away`;
    chmodSync(app.deps.dataDir, 0o700);
    renameSync(app.deps.dataDir, away);
    const { status, json } = await app.call('GET /-/readiness');
    renameSync(away, app.deps.dataDir);
    expect([status, json]).toMatchObject([
      503,
      { disk: { ok: false, reason: 'the data directory cannot be written' } },
    ]);
    await app.close();
  });
});

describe('measurements', () => {
  const token = 'a token of sixteen letters';
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp('sqlite', { QD_METRICS_TOKEN: token });
  });
  afterAll(() => app.close());

  it('are for the holder of the token, where one is set', async () => {
    const ask = async (headers: Record<string, string> = {}) =>
      (await app.call('GET /-/metrics', { headers })).status;
    expect(await ask()).toBe(401);
    expect(await ask({ Authorization: 'Bearer wrong' })).toBe(401);
    expect(await ask({ Authorization: `Bearer ${token}` })).toBe(200);
    const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': '203.0.113.1' };
    expect(await ask(headers)).toBe(200);
  });

  it('without a token are for this machine alone, and not through a proxy on it', async () => {
    const open = await createTestApp();
    const ask = (headers: Record<string, string>, address?: string) =>
      open.ask('/-/metrics', { headers, address });
    expect(await ask({})).toBe(200);
    expect(await ask({}, '127.0.0.1')).toBe(200);
    expect(await ask({}, '::ffff:127.0.0.1')).toBe(200);
    expect(await ask({}, '203.0.113.1')).toBe(403);
    expect(await ask({ 'X-Forwarded-For': '127.0.0.1' }, '127.0.0.1')).toBe(403);
    await open.close();
  });
});

describe('the clock of tests', () => {
  it('starts where the variable says, runs on and moves', async () => {
    const app = await createTestApp('sqlite', { QD_CLOCK: testTime });
    const ann = await app.user('ann');
    const moved = await app.call('POST /-/clock', { json: { now: '2027-03-01T10:00:00+02:00' } });
    expect([moved.status, moved.json.now]).toEqual([
      200,
      expect.stringMatching(/^2027-03-01T08:00:00\.\d{3}Z$/),
    ]);
    const made = await app.call('POST /projects', { token: ann.token, json: { name: 'later' } });
    expect(made.json.created_at).toMatch(/^2027-03-01T08:00:0/);
    const wrong = await app.call('POST /-/clock', { json: { now: 'tomorrow' } });
    expect([wrong.status, wrong.json]).toEqual([400, { error: 'now is invalid' }]);
    await app.close();
  });
});
