import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chownSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { databasePrefix, isDoneWithout } from './postgres.ts';

const run = promisify(execFile);

/** Vitest's global set-up: one server for the whole run, left as `TEST_DATABASE_URL`. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  process.env.TEST_DATABASE_RUN ??= `${process.pid}_${Date.now().toString(36)}`;
  const given = process.env.TEST_DATABASE_URL;
  if (given) return () => dropLeftovers(given);
  const server = await startPostgres();
  if (!server) {
    if (!isDoneWithout('postgres')) {
      throw new Error(
        'No PostgreSQL: install it, name a server in TEST_DATABASE_URL, or do without it by QD_TEST_WITHOUT=postgres',
      );
    }
    process.stderr.write('\nPostgreSQL leg not run, as QD_TEST_WITHOUT says\n\n');
    return undefined;
  }
  process.env.TEST_DATABASE_URL = server.url;
  return server.stop;
}

/** A private cluster on a unix socket, gone with its data when this process ends. */
export async function startPostgres(): Promise<
  { url: string; stop: () => Promise<void> } | undefined
> {
  const bin = findBinaries();
  if (!bin) return undefined;
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : undefined;
  const dir = mkdtempSync(join(tmpdir(), 'qd-pg-'));
  if (owner) chownSync(dir, owner.uid, owner.gid);
  const data = join(dir, 'data');
  const as = { cwd: '/', ...owner };
  const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  try {
    await run(join(bin, 'initdb'), [...init, '--no-sync'], as);
  } catch (error) {
    rmSync(dir, { recursive: true, force: true });
    throw error;
  }
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${dir}`,
    'max_connections=200',
    'fsync=off',
    'full_page_writes=off',
    'synchronous_commit=off',
    'autovacuum=off',
  ].flatMap((setting) => ['-c', setting]);
  // The shell outlives a killed test run just long enough to stop the server: its stdin closes.
  const script = '"$@" & server=$!; cat; kill -QUIT $server 2>/dev/null; wait $server';
  const command = [join(bin, 'postgres'), '-D', data, ...settings];
  const child = spawn('sh', ['-c', `${script}; rm -rf ${dir}`, 'sh', ...command], {
    ...as,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4000);
  });
  const ended = once(child, 'exit');
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(dir)}`;
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await ended;
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    await untilReady(url, () => child.exitCode !== null || log.includes('FATAL:  could not'));
  } catch (error) {
    await stop();
    throw new Error(`PostgreSQL did not start:\n${log}`, { cause: error });
  }
  return { url, stop };
}

function findBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = listed(debian).sort((a, b) => Number(b) - Number(a));
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.find((folder) => isExecutable(join(folder, 'initdb')));
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The server refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const row = ['postgres', 'nobody']
    .map((name) => users.find((line) => line.startsWith(`${name}:`)))
    .find((line) => line !== undefined);
  if (row === undefined) throw new Error('No user to run PostgreSQL as');
  const [, , uid, gid] = row.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

async function untilReady(url: string, hasFailed: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (hasFailed() || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function dropLeftovers(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [databasePrefix()],
    );
    for (const { datname } of found.rows) {
      await client.query(`drop database if exists "${datname}" with (force)`);
    }
  } finally {
    await client.end();
  }
}
