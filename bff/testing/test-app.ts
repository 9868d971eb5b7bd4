import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Scope } from '#contract/endpoint.ts';
import { createApp, systemContext } from '../app.ts';
import { movableClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { type Ctx, createContext, transact, type User } from '../context.ts';
import type { Dialect } from '../db/columns.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { type Deps, openDeps } from '../deps.ts';
import { jobHandlers } from '../jobs/handlers.ts';
import { type JobRunner, startJobs } from '../jobs/runner.ts';
import { writeToken } from '../modules/personal-access-tokens/rules.ts';
import { createUser } from '../modules/users/rules.ts';
import { freshDatabase, hasPostgres } from './postgres.ts';

export const testOrigin = 'http://127.0.0.1:3000';
/** Where every test's clock starts. */
export const testTime = '2026-11-27T12:00:00.000Z';

export interface Call {
  token?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is, with a content type in `headers` unless it is a form. */
  body?: BodyInit;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // Tests read bodies of every shape; a wrong guess fails the assertion that follows.
  // oxlint-disable-next-line no-explicit-any
  json: any;
}

export interface TestApp {
  deps: Deps & { close(): Promise<void> };
  /** Calls as the system, for set-ups by rules. */
  ctx: Ctx;
  dialect: Dialect;
  clock: { now(): number; set(instant: number): void };
  /** `METHOD /path` below `/api/v4`, or a whole path that begins with `/bff`, `/uploads` or `/-`. */
  call(request: string, options?: Call): Promise<Answer>;
  fetch(request: Request): Promise<Response>;
  /** The status of a GET by a peer with this address. */
  ask(path: string, from: { headers?: Record<string, string>; address?: string }): Promise<number>;
  /** A user with a token of all their scopes. */
  user(name: string, options?: { admin?: boolean; scopes?: Scope[] }): Promise<TestUser>;
  tokenOf(user: User, scopes?: Scope[]): Promise<string>;
  /** Runs the queue until no job is due. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

export interface TestUser {
  id: number;
  username: string;
  token: string;
  user: User;
  password: string;
}

/** Migrated once per run, then copied for each app. */
const migrated = {
  name: 'migrated',
  async prepare(url: string) {
    const { db, close } = openDatabase({ url });
    await migrate(db, 'postgres');
    await close();
  },
};

// The same for SQLite, once per worker.
let migratedFile: string | undefined;

/** The whole server in process, on a database and data directory of its own. */
export async function createTestApp(
  dialect: Dialect = 'sqlite',
  environment: Record<string, string> = {},
): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'qd-test-'));
  const database = dialect === 'postgres' ? await freshDatabase(migrated) : undefined;
  const config = readConfig({
    QD_DATA_DIR: dataDir,
    QD_LOG_LEVEL: 'silent',
    ...(database === undefined ? {} : { DATABASE_URL: database.url }),
    ...environment,
  });
  const clock = movableClock(Date.parse(testTime));
  const file = join(dataDir, 'quarterdeck.sqlite');
  if (dialect === 'sqlite' && migratedFile !== undefined) copyFileSync(migratedFile, file);
  // Passwords of tests are no secret: the real cost has a test of its own.
  const cheap = { memoryCost: 64, timeCost: 1 };
  const deps = { ...openDeps(config), clock, passwordCost: cheap };
  // What a power cut loses is proven on the real server.
  if (dialect === 'sqlite') await sql`pragma synchronous = off`.execute(deps.db);
  await migrate(deps.db, deps.dialect);
  if (dialect === 'sqlite' && migratedFile === undefined) {
    const kept = mkdtempSync(join(tmpdir(), 'qd-test-'));
    process.once('exit', () => rmSync(kept, { recursive: true, force: true }));
    const copy = join(kept, 'migrated.sqlite');
    await sql`vacuum into ${copy}`.execute(deps.db);
    migratedFile = copy;
  }
  const api = createApp(deps);
  const ctx = systemContext(deps, 'test');
  const runner: JobRunner = startJobs(deps, jobHandlers, { loops: 0 });

  const tokenOf = async (user: User, scopes?: Scope[]) => {
    const all: Scope[] = user.is_admin === 1 ? ['api', 'sudo', 'admin_mode'] : ['api'];
    const made = await transact(ctx, (inner) =>
      writeToken(inner, user, {
        kind: 'personal',
        name: 'test',
        scopes: scopes ?? all,
        expires_at: null,
      }),
    );
    return made.text;
  };

  const fetch = async (request: Request) => api.hono.fetch(request);
  return {
    deps,
    ctx,
    dialect,
    clock,
    fetch,
    async ask(path, { headers = {}, address }) {
      // As much of a connection as the server looks at.
      const socket = { remoteAddress: address, remotePort: 1, remoteFamily: 'IPv4' };
      const bindings = address === undefined ? {} : { incoming: { socket } };
      const request = new Request(testOrigin + path, { headers });
      return (await api.hono.fetch(request, bindings)).status;
    },
    tokenOf,
    async call(request, options = {}) {
      const space = request.indexOf(' ');
      const method = request.slice(0, space);
      const path = request.slice(space + 1);
      const whole = /^\/(bff|-|api|uploads)\//.test(path) ? path : `/api/v4${path}`;
      const headers = new Headers(options.headers);
      if (options.token !== undefined) headers.set('PRIVATE-TOKEN', options.token);
      let body = options.body;
      if (options.json !== undefined && method !== 'GET') {
        headers.set('Content-Type', 'application/json');
        body = JSON.stringify(options.json);
      }
      const response = await fetch(new Request(testOrigin + whole, { method, headers, body }));
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: parse(text) };
    },
    async user(name, options = {}) {
      const password = `secret of ${name}`;
      const user = await createUser(ctx, {
        username: name,
        name: name.charAt(0).toUpperCase() + name.slice(1),
        email: `${name}@example.test`,
        password,
        admin: options.admin ?? false,
      });
      const token = await tokenOf(user, options.scopes);
      return { id: user.id, username: name, token, user, password };
    },
    drain: () => runner.drain(),
    async close() {
      await runner.stop();
      await deps.close();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Runs a suite on SQLite and on PostgreSQL, each with an app of its own in `app()`. */
export function onBothDatabases(
  name: string,
  suite: (app: () => TestApp) => void,
  environment: Record<string, string> = {},
): void {
  for (const dialect of ['sqlite', 'postgres'] as const) {
    describe.runIf(dialect === 'sqlite' || hasPostgres())(`${name} (${dialect})`, () => {
      let app: TestApp | undefined;
      beforeAll(async () => {
        app = await createTestApp(dialect, environment);
      });
      afterAll(async () => {
        await app?.close();
      });
      suite(() => {
        if (app === undefined) throw new Error('the app is not there yet');
        return app;
      });
    });
  }
}

/** A context that acts as this user. */
export const actAs = (app: TestApp, user: User): Ctx =>
  createContext(app.deps, {
    kind: 'user',
    user,
    via: 'token',
    tokenId: 0,
    scopes: ['api'],
  });
