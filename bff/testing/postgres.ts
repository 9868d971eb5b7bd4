import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface FreshDatabase {
  url: string;
  drop: () => Promise<void>;
}

/**
 * Whether `QD_TEST_WITHOUT` says that this machine cannot have a program; a missing one that is not
 * named there is a failure.
 */
export const isDoneWithout = (
  program: 'postgres' | 'python-gitlab' | 'settings-as-code',
): boolean => (process.env.QD_TEST_WITHOUT ?? '').split(',').includes(program);

/** Whether this run has a PostgreSQL server; where it is done without, its leg is not run. */
export function hasPostgres(): boolean {
  return Boolean(process.env.TEST_DATABASE_URL);
}

/** Databases of one test run share a prefix, so that the run can remove what a crash left. */
export function databasePrefix(): string {
  return `qd_test_${process.env.TEST_DATABASE_RUN ?? process.pid}_`;
}

interface Template {
  name: string;
  /** Fills the template; must close its connections. */
  prepare: (url: string) => Promise<void>;
}

/** A database of its own on the test server; a template is filled once per run, then copied. */
export async function freshDatabase(template?: Template): Promise<FreshDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('No PostgreSQL server in this run');
  const name = databasePrefix() + randomBytes(6).toString('hex');
  await withClient(server, async (admin) => {
    const source = template ? await prepared(admin, server, template) : 'template1';
    await admin.query(`create database "${name}" template "${source}"`);
  });
  return {
    url: databaseUrl(server, name),
    drop: () =>
      withClient(server, async (admin) => {
        await admin.query(`drop database if exists "${name}" with (force)`);
      }),
  };
}

async function prepared(admin: pg.Client, server: string, wanted: Template): Promise<string> {
  const template = `${databasePrefix()}template_${wanted.name}`;
  // Test files start at the same time in several processes: one prepares, the others wait.
  await admin.query('select pg_advisory_lock(hashtext($1))', [template]);
  try {
    const found = await admin.query('select 1 from pg_database where datname = $1', [template]);
    if (found.rowCount === 0) {
      const draft = `${template}_draft`;
      await admin.query(`drop database if exists "${draft}" with (force)`);
      await admin.query(`create database "${draft}"`);
      await wanted.prepare(databaseUrl(server, draft));
      await admin.query(`alter database "${draft}" rename to "${template}"`);
    }
  } finally {
    await admin.query('select pg_advisory_unlock(hashtext($1))', [template]);
  }
  return template;
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
