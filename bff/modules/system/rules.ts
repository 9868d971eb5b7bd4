import { access, constants, statfs } from 'node:fs/promises';
import { isoOf } from '../../clock.ts';
import { type Ctx, now } from '../../context.ts';
import { gitVersion } from '../../git/repository.ts';
import { version } from '../../version.ts';
import { jobCounts } from '../jobs/rules.ts';
import { currentMailer } from '../mail-settings/rules.ts';
import { countPlaces, databaseVersion, pingDatabase } from './repository.ts';

const patience = 2000;
/** Below it a push or an upload may fail at any moment. */
const leastFreeBytes = 50 * 1024 * 1024;

interface Check {
  ok: boolean;
  reason?: string;
}

/** The outcome of a check; what went wrong is said in our words, not in those of a driver. */
async function outcome(work: Promise<string | undefined>, failure: string): Promise<Check> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('no answer in time'), patience);
  });
  try {
    const reason = await Promise.race([work, late]);
    return reason === undefined ? { ok: true } : { ok: false, reason };
  } catch {
    return { ok: false, reason: failure };
  } finally {
    clearTimeout(timer);
  }
}

async function freeBytes(dataDir: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  return { free: bavail * bsize, total: blocks * bsize };
}

async function checkDisk(ctx: Ctx): Promise<string | undefined> {
  await access(ctx.dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  const { free } = await freeBytes(ctx.dataDir);
  return free < leastFreeBytes ? 'less than 50 MiB are free' : undefined;
}

/** Rejects where the database is out of reach. */
export const askDatabase = (deps: Pick<Ctx, 'db'>): Promise<void> => pingDatabase(deps.db);

/** How long a start of git counts: anybody may ask, and each start is a process. */
const gitCounts = 10_000;
const gitChecks = new WeakMap<object, { at: number; check: Promise<Check> }>();

function checkGit(ctx: Ctx): Promise<Check> {
  const kept = gitChecks.get(ctx.state);
  const at = ctx.clock.now();
  if (kept !== undefined && Math.abs(at - kept.at) < gitCounts) return kept.check;
  const check = outcome(
    gitVersion().then(() => undefined),
    'git cannot be started',
  );
  gitChecks.set(ctx.state, { at, check });
  return check;
}

/** Can the server work? Asked by whoever sends it requests. */
export async function readiness(ctx: Ctx) {
  const [database, git, disk] = await Promise.all([
    outcome(
      askDatabase(ctx).then(() => undefined),
      'out of reach',
    ),
    checkGit(ctx),
    outcome(checkDisk(ctx), 'the data directory cannot be written'),
  ]);
  const able = database.ok && git.ok && disk.ok;
  const status = !able ? 'failed' : ctx.state.stopping ? 'stopping' : 'ok';
  return { status, database, git, disk } as const;
}

/** What runs here, and how much it holds. */
export async function describeSystem(ctx: Ctx) {
  const disk = await freeBytes(ctx.dataDir);
  return {
    version,
    node: process.versions.node,
    git: (await gitVersion()).join('.'),
    database: { kind: ctx.dialect, version: await databaseVersion(ctx.db, ctx.dialect) },
    public_url: ctx.publicUrl,
    started_at: isoOf(ctx.state.startedAt),
    now: now(ctx),
    memory_bytes: process.memoryUsage.rss(),
    disk: { free_bytes: disk.free, total_bytes: disk.total },
    mail: (await currentMailer(ctx)) === undefined ? ('kept' as const) : ('server' as const),
    ssh: ctx.config.sshPort !== undefined,
    counts: await countPlaces(ctx.db),
    jobs: await jobCounts(ctx),
  };
}

/** Moves the clock of the process, and lets what is due by then run. */
export function moveClock(ctx: Ctx, instant: string): { now: string } {
  if (ctx.clock.set === undefined) throw new Error('the clock of this process cannot be moved');
  ctx.log.warn({ from: now(ctx), to: instant }, 'the clock of this process was moved');
  ctx.clock.set(Date.parse(instant));
  ctx.jobs.wake();
  return { now: now(ctx) };
}
