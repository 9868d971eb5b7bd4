import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createApp, type Extension } from '../app.ts';
import type { openDeps } from '../deps.ts';
import { openGitHttp } from '../http/git-http.ts';
import type { Api } from '../http/mount.ts';
import { serveConsole } from '../http/spa.ts';
import { jobHandlers } from '../jobs/handlers.ts';
import { startJobs } from '../jobs/runner.ts';
import { watchForWork } from '../jobs/watch.ts';
import { openPushHooks } from '../modules/pushes/hook-rules.ts';
import { openSsh } from '../ssh/server.ts';
import { checkSurroundings, type FirstStart, startUp, takeUpLeft } from '../start-up.ts';

/** All that answers and works on one data directory; it does not listen. */
export interface Instance {
  first: FirstStart | undefined;
  fetch: Api['hono']['fetch'];
  /** Begins no more background work, and waits for a while for what is under way. */
  drain(): Promise<void>;
  /** Ends the work and releases the data; whoever listens has stopped before. */
  close(): Promise<void>;
}

/** Where the built console lies beside the built server; in development Vite serves it. */
function webDir(): string | undefined {
  const dir = join(import.meta.dirname, '..', 'web');
  return existsSync(join(dir, 'index.html')) ? dir : undefined;
}

interface Given {
  extensions?: readonly Extension[];
  /** What a process left unfinished waits until its leases end: the demo shows it. */
  leavesUnfinished?: boolean;
}

/** Brings the data up to date, puts the whole surface together and starts the jobs. */
export async function openInstance(
  deps: ReturnType<typeof openDeps>,
  { extensions = [], leavesUnfinished = false }: Given = {},
): Promise<Instance> {
  await checkSurroundings(deps);
  deps.state.waitsFor = 'the database to be brought up to date';
  const first = await startUp(deps);
  deps.state.waitsFor = 'what the last process left unfinished';
  if (!leavesUnfinished) await takeUpLeft(deps);
  const hooks = await openPushHooks(deps);
  const ssh = await openSsh(deps, hooks);
  const web = webDir();
  const console = web === undefined ? [] : [serveConsole(web)];
  const api = createApp(deps, [openGitHttp(deps, hooks), ...extensions, ...console]);
  const jobs = startJobs(deps, jobHandlers);
  const watch = watchForWork(deps);
  const drain = async () => {
    await ssh?.close();
    await watch.stop();
    await jobs.stop();
  };
  return {
    first,
    fetch: api.hono.fetch,
    drain,
    async close() {
      await hooks.close();
      await drain();
      await deps.close();
    },
  };
}
