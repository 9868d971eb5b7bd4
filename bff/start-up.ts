import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Scope } from '#contract/endpoint.ts';
import { systemContext } from './app.ts';
import { ConfigError } from './config.ts';
import { type Ctx, transact, type User } from './context.ts';
import { migrate } from './db/migrate.ts';
import type { Deps } from './deps.ts';
import { DomainError } from './errors.ts';
import { gitVersion } from './git/repository.ts';
import { takeBackJobs } from './jobs/claim.ts';
import { enqueue, hasten } from './jobs/queue.ts';
import { writeToken } from './modules/personal-access-tokens/rules.ts';
import { askDatabase } from './modules/system/rules.ts';
import { createUser, hasUsers } from './modules/users/rules.ts';
import { randomText } from './secrets.ts';

export interface FirstStart {
  /** Password of `root`, to be printed once; undefined where the environment named it. */
  oneTimePassword: string | undefined;
}

const leastGit = [2, 38] as const;
/** Lies in the data directory from the beginning of a restore to its end. */
export const restoring = 'restoring';

/** Stops with one sentence where git is missing or too old, or the database is out of reach. */
export async function checkSurroundings(deps: Deps): Promise<void> {
  if (existsSync(join(deps.dataDir, restoring))) {
    throw new ConfigError(
      `The restore into ${deps.dataDir} did not end: empty the folder and the database, and restore again.`,
    );
  }
  let git: readonly number[];
  try {
    git = await gitVersion();
  } catch {
    throw new ConfigError('git cannot be started: install git 2.38 or newer.');
  }
  const [major = 0, minor = 0] = git;
  if (major < leastGit[0] || (major === leastGit[0] && minor < leastGit[1])) {
    throw new ConfigError(`git ${git.join('.')} is too old: install git 2.38 or newer.`);
  }
  try {
    await askDatabase(deps);
  } catch (error) {
    const reason = error instanceof Error && error.message !== '' ? error.message : String(error);
    const which = deps.dialect === 'sqlite' ? 'file of the database' : 'database of DATABASE_URL';
    throw new ConfigError(`The ${which} is out of reach: ${reason}.`);
  }
}

/** Brings the database up to date; on an empty one makes the administrator `root`. */
export async function startUp(deps: Deps): Promise<FirstStart | undefined> {
  await migrate(deps.db, deps.dialect);
  const ctx = systemContext(deps, 'start');
  // One commit for all of it: a start waits for the disk as seldom as it can.
  await transact(ctx, async (ctx) => {
    await enqueue(ctx, 'expire_members', {}, { dedup: 'daily' });
    await enqueue(ctx, 'forget_old_jobs', {}, { dedup: 'daily' });
    await enqueue(ctx, 'sweep_leftovers', {}, { dedup: 'daily' });
    await enqueue(ctx, 'tend_accounts', {}, { dedup: 'daily' });
    await enqueue(ctx, 'tend_projects', {}, { dedup: 'daily' });
    await enqueue(ctx, 'tend_exports', {}, { dedup: 'hourly' });
    await enqueue(ctx, 'reread_dependencies', { after: 0 }, { dedup: 'start' });
    await enqueue(ctx, 'tend_keys', {}, { dedup: 'daily' });
    await enqueue(ctx, 'run_due_schedules', {}, { dedup: 'clock' });
    await enqueue(ctx, 'tend_controls', {}, { dedup: 'clock' });
    await hasten(ctx, 'sweep_leftovers');
    await hasten(ctx, 'reconcile_refs');
    await hasten(ctx, 'reconcile_wiki');
  });
  if (await hasUsers(ctx)) return undefined;
  const { rootPassword, rootToken } = deps.config;
  const password = rootPassword ?? randomText(20);
  const root = await createRoot(ctx, password);
  if (root === undefined) return undefined;
  if (rootToken !== undefined) {
    const scopes: Scope[] = ['api', 'sudo', 'admin_mode'];
    await transact(ctx, (ctx) =>
      writeToken(ctx, root, {
        kind: 'personal',
        name: 'First token',
        scopes,
        expires_at: null,
        text: rootToken,
      }),
    );
  }
  return { oneTimePassword: rootPassword === undefined ? password : undefined };
}

/** The first administrator; undefined where a replica that starts beside this one was quicker. */
async function createRoot(ctx: Ctx, password: string): Promise<User | undefined> {
  try {
    return await createUser(ctx, {
      username: 'root',
      name: 'Administrator',
      email: 'root@localhost',
      password,
      admin: true,
    });
  } catch (error) {
    if (error instanceof DomainError && (await hasUsers(ctx))) return undefined;
    throw error;
  }
}

/**
 * Takes up at once what a process that ended in the middle held. SQLite has one process, so that
 * one is gone; on PostgreSQL it may be a replica, whose leases have to end first.
 */
export async function takeUpLeft(deps: Deps): Promise<void> {
  if (deps.dialect !== 'sqlite') return;
  await takeBackJobs(deps);
  await hasten(systemContext(deps, 'start'), 'repair_merge');
}
