import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase, hasPostgres } from '../testing/postgres.ts';
import { signedHeaders } from '../testing/signed-calls.ts';
import { type ServerProcess, stageServer, startServerProcess } from '../testing/server-process.ts';

const token = 'qdp-token-of-the-two-of-them';
const headers = { 'PRIVATE-TOKEN': token, 'Content-Type': 'application/json' };

describe.runIf(hasPostgres())('two servers over one PostgreSQL and one data directory', () => {
  const built = stageServer();
  let database: FreshDatabase;
  let servers: ServerProcess[] = [];
  let env: Readonly<Record<string, string>>;
  beforeAll(async () => {
    database = await freshDatabase();
    env = {
      QD_DATA_DIR: join(built.folder, 'shared'),
      DATABASE_URL: database.url,
      QD_ROOT_TOKEN: token,
      QD_ROOT_PASSWORD: 'the password of root',
      QD_LOG_LEVEL: 'silent',
    };
    // Both at once on nothing: one of them makes the tables, the key and root.
    servers = await Promise.all([1, 2].map(() => startServerProcess(built.main, env)));
  }, 60_000);
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
    await database.drop();
  });

  const ask = async (at: number, request: string, body?: object) => {
    const [method = '', path = ''] = request.split(' ');
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const whole = path.startsWith('/bff') ? path : `/api/v4${path}`;
    const answer = await fetch(`${servers[at]?.url}${whole}`, { method, headers, ...sent });
    // What the tests ask of these answers are texts and lists of rows.
    const text = await answer.text();
    const json = JSON.parse(text) as Record<string, string> & Record<string, string>[];
    return { status: answer.status, text, json };
  };

  it('let one of 200 parallel calls with one nonce pass, and none that comes after a start', async () => {
    // One of them made root, and its token a moment later.
    const opens = async () => (await ask(1, 'GET /user')).status;
    await expect.poll(opens, { timeout: 20_000 }).toBe(200);
    const { id: project = '' } = (await ask(0, 'POST /projects', { name: 'checked' })).json;
    const path = `/projects/${project}/compliance_external_controls`;
    const secret = 'the harbour is ours';
    const given = { external_url: 'https://scan.example.test/', secret_token: secret };
    const made = await ask(1, `POST ${path}`, { ...given, ping_enabled: false });
    const signer = { project: String(project), id: Number(made.json.id), secret };
    // Never later than it is for them.
    const begun = performance.timeOrigin + performance.now() - 1000;
    const signed = {
      'Content-Type': 'application/json',
      ...signedHeaders({ clock: { now: () => begun } }, signer),
    };
    const report = async (server: ServerProcess | undefined) => {
      const url = `${server?.url}/api/v4${path}/${signer.id}/status`;
      const answer = await fetch(url, {
        method: 'POST',
        headers: signed,
        body: '{"status":"pass"}',
      });
      return `${answer.status} ${await answer.text()}`;
    };
    const calls = Array.from({ length: 200 }, (_, at) => report(servers[at % 2]));
    const answers = await Promise.all(calls);
    const refused = '401 {"error":"Invalid nonce"}';
    expect(answers.filter((one) => one === '200 {"status":"pass"}')).toHaveLength(1);
    expect(answers.filter((one) => one === refused)).toHaveLength(199);

    // One that starts afterwards has forgotten nothing; its clock stands where the calls were made.
    const clock = { QD_CLOCK: new Date(begun).toISOString() };
    const later = await startServerProcess(built.main, { ...env, ...clock });
    expect(await report(later)).toBe(refused);
    expect((await later.end('SIGTERM')).code).toBe(0);
  }, 60_000);

  it('read what the other wrote, take numbers and branches in turn, and share out the jobs', async () => {
    // One of them made root, and its token a moment later.
    const people = async () => (await ask(0, 'GET /users')).text.match(/"username":"[^"]*"/g);
    await expect.poll(people, { timeout: 20_000 }).toEqual(['"username":"root"']);
    const made = await ask(0, 'POST /projects', { name: 'dock', initialize_with_readme: true });
    expect(made.status).toBe(201);
    const path = `/projects/${made.json.id}`;
    expect((await ask(1, `GET ${path}/repository/branches`)).json).toHaveLength(1);

    // A session of one is a session of the other: both read the same key.
    const signedIn = await fetch(`${servers[0]?.url}/bff/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: servers[0]?.url ?? '' },
      body: JSON.stringify({ username: 'root', password: 'the password of root' }),
    });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const session = await fetch(`${servers[1]?.url}/bff/session`, { headers: { Cookie: cookie } });
    expect(await session.json()).toMatchObject({ user: { username: 'root' } });

    // Twelve writers on two servers: each number once, each commit kept.
    const commit = (name: string) => ({
      branch: 'main',
      commit_message: name,
      actions: [{ action: 'create', file_path: name, content: name }],
    });
    const work = Array.from({ length: 12 }, (_, at) => at);
    const issues = await Promise.all(
      work.map((at) => ask(at % 2, `POST ${path}/issues`, { title: `leak ${at}` })),
    );
    expect(issues.map(({ status }) => status)).toEqual(work.map(() => 201));
    expect(new Set(issues.map(({ json }) => json.iid)).size).toBe(12);
    const commits = await Promise.all(
      work.map((at) => ask(at % 2, `POST ${path}/repository/commits`, commit(`f${at}`))),
    );
    const kept = work.filter((at) => commits[at]?.status === 201);
    expect(kept.length).toBeGreaterThan(0);
    const tree = (await ask(1, `GET ${path}/repository/tree?per_page=100`)).json;
    const names = tree.map(({ name }) => name).filter((name) => name !== 'README.md');
    expect(new Set(names)).toEqual(new Set(kept.map((at) => `f${at}`)));

    // A merge request that one opens is checked by whichever is free, and merged by the other.
    await ask(0, `POST ${path}/repository/commits`, {
      ...commit('side'),
      branch: 'side',
      start_branch: 'main',
    });
    const opening = { source_branch: 'side', target_branch: 'main', title: 'Side' };
    const { iid } = (await ask(0, `POST ${path}/merge_requests`, opening)).json;
    const state = async () => (await ask(1, `GET ${path}/merge_requests/${iid}`)).json.merge_status;
    await expect.poll(state, { timeout: 20_000 }).toBe('can_be_merged');
    const merged = await ask(1, `PUT ${path}/merge_requests/${iid}/merge`);
    expect([merged.status, merged.json.state]).toEqual([200, 'merged']);
    expect((await ask(0, `GET ${path}/repository/files/side?ref=main`)).status).toBe(200);
    const open = async () => {
      const lists = await Promise.all(
        ['queued', 'running', 'failed'].map((state) => ask(0, `GET /bff/jobs?state=${state}`)),
      );
      // What the clock asks for comes again and again.
      return lists.flatMap(({ json }) => json.map(({ kind }) => kind)).includes('refs_changed');
    };
    await expect.poll(open, { timeout: 20_000 }).toBe(false);

    // A flag that one sets holds at once for the other.
    const heard = async () => (await ask(1, `GET ${path}/merge_requests?approved=yes`)).json.length;
    for (const [value, found] of [
      [true, 0],
      [false, 1],
      [true, 0],
    ] as const) {
      const set = await ask(0, 'POST /features/mr_approved_filter', { value });
      expect([set.status, await heard()]).toEqual([201, found]);
    }

    // One goes, the other goes on.
    expect((await servers[0]?.end('SIGTERM'))?.code).toBe(0);
    expect((await ask(1, `GET ${path}`)).status).toBe(200);
  }, 120_000);
});
