import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeFileDurably } from '../files.ts';
import { packed, type Part } from '../modules/backups/archive.ts';
import { type FreshDatabase, freshDatabase, hasPostgres } from '../testing/postgres.ts';
import {
  runMain,
  type ServerProcess,
  stageServer,
  startServerProcess,
} from '../testing/server-process.ts';

const built = stageServer();
const token = 'qdp-0123456789abcdefghij';
const databases: FreshDatabase[] = [];

type Env = Record<string, string>;

/** A data directory, with a database of its own where it is not in it. */
async function place(dialect: 'sqlite' | 'postgres', name: string): Promise<Env> {
  const env = { QD_DATA_DIR: join(built.folder, `${dialect}-${name}`) };
  if (dialect === 'sqlite') return env;
  const database = await freshDatabase();
  databases.push(database);
  return { ...env, DATABASE_URL: database.url };
}

/** What the tests read of a record. */
interface Named {
  id: number;
  iid: number;
  title: string;
  token: string;
}

function caller(server: ServerProcess) {
  return async <T = Named>(request: string, json?: object) => {
    const space = request.indexOf(' ');
    const answer = await fetch(`${server.url}/api/v4${request.slice(space + 1)}`, {
      method: request.slice(0, space),
      headers: { 'PRIVATE-TOKEN': token, 'Content-Type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await answer.text();
    // The records of the requests that the tests name.
    return { status: answer.status, json: JSON.parse(text || 'null') as T };
  };
}
type Call = ReturnType<typeof caller>;

/** All pages of a list. */
async function listed(call: Call, path: string): Promise<Named[]> {
  const found: Named[] = [];
  for (let page = 1; ; page += 1) {
    const { json } = await call<Named[]>(
      `GET ${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`,
    );
    found.push(...json);
    if (json.length < 100) return found;
  }
}

/** Writes without an end, and remembers what was acknowledged. */
function writer(call: Call, project: number) {
  const issues: string[] = [];
  const commits: string[] = [];
  const pages: string[] = [];
  let stopped = false;
  const run = async () => {
    for (let at = 0; !stopped; at += 1) {
      const issue = await call(`POST /projects/${project}/issues`, { title: `Issue ${at}` });
      if (issue.status === 201) issues.push(`Issue ${at}`);
      const page = { title: `page${at}`, content: `${at}` };
      const written = await call(`POST /projects/${project}/wikis`, page);
      if (written.status === 201) pages.push(page.title);
      const branch = at % 3 === 0 ? 'main' : `side-${at % 5}`;
      const commit = await call(`POST /projects/${project}/repository/commits`, {
        branch,
        // A branch that is there already is begun anew.
        ...(branch === 'main' ? {} : { start_branch: 'main', force: true }),
        commit_message: `Commit ${at}`,
        actions: [{ action: 'create', file_path: `f/${at}`, content: `${at}\n` }],
      });
      if (commit.status === 201 && branch === 'main') commits.push(`Commit ${at}`);
    }
  };
  const running = run();
  return {
    issues,
    commits,
    pages,
    async stop() {
      stopped = true;
      await running;
    },
  };
}

const command = async (env: Env, ...words: string[]) => runMain(built.main, words, { env });

afterAll(async () => {
  for (const one of databases) await one.drop();
});

describe.each(['sqlite', 'postgres'] as const)('data on %s', (dialect) => {
  it.runIf(dialect === 'sqlite' || hasPostgres())(
    'is kept while people write and push, and restored with all that was acknowledged before',
    async () => {
      const env = await place(dialect, 'live');
      const server = await startServerProcess(built.main, { ...env, QD_ROOT_TOKEN: token });
      const call = caller(server);
      const { json: project } = await call('POST /projects', {
        name: 'Quay',
        initialize_with_readme: true,
      });
      const at = `/projects/${project.id}`;
      await expect
        .poll(async () => (await call(`GET ${at}/repository/branches/main`)).status, {
          timeout: 30_000,
        })
        .toBe(200);
      const { json: trigger } = await call(`POST ${at}/triggers`, { description: 'x' });
      const work = writer(call, project.id);
      await expect.poll(() => work.commits.length, { timeout: 60_000 }).toBeGreaterThan(3);
      const before = {
        issues: [...work.issues],
        commits: [...work.commits],
        pages: [...work.pages],
      };
      const file = join(built.folder, `${dialect}.backup`);
      const kept = await command(env, 'backup', file);
      await work.stop();
      expect([kept.code, kept.stderr]).toEqual([0, '']);
      expect(kept.stdout).toMatch(
        /^Wrote .*: \d+ rows of \d+ tables, \d+ files and 2 repositories, \d+ bytes; read back whole\.\nThe key /,
      );
      expect(readdirSync(built.folder).filter((name) => name.endsWith('.new'))).toEqual([]);
      const key = readFileSync(join(env['QD_DATA_DIR'] ?? '', 'secret.key'), 'utf8').trim();
      expect(readFileSync(file).includes(key)).toBe(false);
      expect(server.output()).not.toContain(key);
      const again = await command(env, 'backup', file);
      expect([again.code, again.stderr]).toEqual([1, `${file} is there already.\n`]);
      expect((await server.end('SIGTERM')).code).toBe(0);

      const other = await place(dialect, 'restored');
      const { QD_DATA_DIR: folder = '' } = other;
      mkdirSync(folder);
      cpSync(join(env['QD_DATA_DIR'] ?? '', 'secret.key'), join(folder, 'secret.key'));
      const restored = await command(other, 'restore', file);
      expect([restored.code, restored.stderr]).toEqual([0, '']);
      expect(restored.stdout).toMatch(/^Restored the backup of \S+: \d+ rows/);
      const looked = restored.stdout.trimEnd().split('\n').slice(1);
      expect(looked).toEqual(
        ['database', 'git', 'disk', 'rows', 'secrets', 'audit', 'repositories'].map(
          (what) => `${what}: ok`,
        ),
      );
      const twice = await command(other, 'restore', file);
      expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining('is not empty')]);

      const second = await startServerProcess(built.main, other);
      const ask = caller(second);
      const titles = (await listed(ask, `${at}/issues`)).map(({ title }) => title);
      expect(titles).toEqual(expect.arrayContaining(before.issues));
      const wiki = (await ask<{ slug: string }[]>(`GET ${at}/wikis`)).json;
      expect(wiki.map(({ slug }) => slug)).toEqual(expect.arrayContaining(before.pages));
      const commits = await listed(ask, `${at}/repository/commits?ref_name=main`);
      expect(commits.map(({ title }) => title)).toEqual(expect.arrayContaining(before.commits));
      expect((await ask<Named[]>(`GET ${at}/triggers`)).json[0]?.token).toBe(trigger.token);
      const next = await ask(`POST ${at}/issues`, { title: 'After' });
      expect(next.json.iid).toBe(titles.length + 1);
      expect((await ask('POST /projects', { name: 'Next' })).json.id).toBeGreaterThan(project.id);
      const commit = await ask(`POST ${at}/repository/commits`, {
        branch: 'main',
        commit_message: 'After',
        actions: [{ action: 'create', file_path: 'after', content: 'x' }],
      });
      expect(commit.status).toBe(201);
      expect((await second.end('SIGTERM')).code).toBe(0);
    },
    240_000,
  );

  it.runIf(hasPostgres())(
    'moves to the other database whole, with its numbers going on',
    async () => {
      const env = await place(dialect, 'here');
      const server = await startServerProcess(built.main, { ...env, QD_ROOT_TOKEN: token });
      const call = caller(server);
      const { json: project } = await call('POST /projects', { name: 'Quay' });
      const { json: gone } = await call('POST /projects', { name: 'Gone' });
      for (const title of ['One', 'Two ✓', 'Three']) {
        await call(`POST /projects/${project.id}/issues`, { title, labels: 'tide' });
      }
      expect((await server.end('SIGTERM')).code).toBe(0);
      const there = dialect === 'sqlite' ? await place('postgres', 'there') : undefined;
      const { QD_DATA_DIR = '' } = env;
      const to = there?.['DATABASE_URL'] ?? `sqlite:${join(QD_DATA_DIR, 'quarterdeck.sqlite')}`;
      const moved = await command(env, 'migrate', '--to', to);
      expect([moved.code, moved.stderr]).toEqual([0, '']);
      expect(moved.stdout).toMatch(
        /^Copied \d+ rows of \d+ tables; every table has as many as before\.\n/,
      );
      const twice = await command(env, 'migrate', '--to', to);
      expect([twice.code, twice.stderr]).toEqual([1, 'The database of --to is not empty.\n']);

      const target: Env = { QD_DATA_DIR, ...(there && { DATABASE_URL: to }) };
      const second = await startServerProcess(built.main, target);
      const ask = caller(second);
      const found = await listed(ask, `/projects/${project.id}/issues?search=two`);
      expect(found).toMatchObject([{ title: 'Two ✓', labels: ['tide'], iid: 2 }]);
      const next = await ask(`POST /projects/${project.id}/issues`, { title: 'Four' });
      expect(next.json.iid).toBe(4);
      expect((await ask('POST /projects', { name: 'New' })).json.id).toBeGreaterThan(gone.id);
      expect((await second.end('SIGTERM')).code).toBe(0);
      const doctor = await command(target, 'doctor');
      expect([doctor.code, doctor.stderr]).toEqual([0, '']);
    },
    240_000,
  );
});

describe('what is no whole backup', () => {
  const json = (value: unknown): Part => ({ json: value });
  const head = (migrations: string[]) =>
    json({ kind: 'backup', made_at: 'x', version: '9.9.9', key_id: '0', migrations });
  const counts = json({ kind: 'counts', rows: {}, files: 0, repositories: 0 });
  async function* parts(...all: Part[]) {
    yield* all;
  }

  it('is refused in clear words, and nothing is begun', async () => {
    const env = { QD_DATA_DIR: join(built.folder, 'refused') };
    const file = join(built.folder, 'whole.backup');
    await writeFileDurably(file, packed(parts(head(['9999-later']), counts)));
    const whole = readFileSync(file);
    const changed = Buffer.from(whole);
    changed[whole.length - 40] = (changed[whole.length - 40] ?? 0) ^ 1;
    const cases: [Buffer, string][] = [
      [whole, 'it was made by version 9.9.9, whose 9999-later this version does not know.'],
      [changed, 'it is damaged or not whole.'],
      [whole.subarray(0, -1), 'it is damaged or not whole.'],
      [whole.subarray(0, -50), 'it is damaged or not whole.'],
      [Buffer.concat([whole, Buffer.alloc(1)]), 'it is damaged or not whole.'],
      [Buffer.from('a tar, perhaps, or a picture'), 'it is no backup of Quarterdeck.'],
      [Buffer.from('QUARTERDECK BACKUP 7\nmore'), 'it is of another form than this version reads.'],
    ];
    for (const [bytes, why] of cases) {
      const path = join(built.folder, 'odd.backup');
      writeFileSync(path, bytes);
      const { code, stderr } = await command(env, 'restore', path);
      expect([code, stderr]).toEqual([1, `${path} cannot be restored: ${why}\n`]);
      expect(existsSync(env.QD_DATA_DIR)).toBe(false);
    }
    const { stderr } = await command(env, 'restore', join(built.folder, 'none'));
    expect(stderr).toContain('There is no file');
  }, 120_000);

  it('never stands under the name that was asked for', async () => {
    async function* breaking(): AsyncGenerator<Part> {
      yield head([]);
      throw new Error('the disk is full');
    }
    const path = join(built.folder, 'half.backup');
    await expect(writeFileDurably(path, packed(breaking()))).rejects.toThrow('the disk is full');
    expect(readdirSync(built.folder).filter((name) => name.startsWith('half'))).toEqual([]);
  });

  it('keeps a server from starting on a restore that did not end', async () => {
    const env = { QD_DATA_DIR: join(built.folder, 'begun') };
    mkdirSync(env.QD_DATA_DIR);
    writeFileSync(join(env.QD_DATA_DIR, 'restoring'), 'x');
    for (const words of [['serve'], ['doctor']]) {
      const { code, stderr } = await command({ ...env, QD_PORT: '0' }, ...words);
      expect([code, stderr]).toEqual([1, expect.stringContaining('did not end')]);
    }
  }, 60_000);
});
