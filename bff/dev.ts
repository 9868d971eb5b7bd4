import { createApp, type Extension } from './app.ts';
import { readConfig } from './config.ts';
import { type Deps, openDeps } from './deps.ts';
import { openGitHttp } from './http/git-http.ts';
import { jobHandlers } from './jobs/handlers.ts';
import { type JobRunner, startJobs } from './jobs/runner.ts';
import { watchForWork } from './jobs/watch.ts';
import { openPushHooks } from './modules/pushes/hook-rules.ts';
import { openSsh } from './ssh/server.ts';
import { startUp } from './start-up.ts';

interface Running {
  deps: Deps;
  git: Extension;
  jobs: JobRunner;
}

// Each edit runs this module anew: what is open stays on the global object and is used again.
const kept = globalThis as { quarterdeck?: Running };

async function start(): Promise<Running> {
  const deps = openDeps(readConfig(process.env));
  const first = await startUp(deps);
  if (first?.oneTimePassword !== undefined) {
    process.stdout.write(`Sign in as root with the one-time password ${first.oneTimePassword}\n`);
  }
  watchForWork(deps);
  const hooks = await openPushHooks(deps);
  await openSsh(deps, hooks);
  return { deps, git: openGitHttp(deps, hooks), jobs: startJobs(deps, jobHandlers) };
}

kept.quarterdeck ??= await start();

/** The server of `npm run dev`, behind Vite. */
export default createApp(kept.quarterdeck.deps, [kept.quarterdeck.git]).hono;
