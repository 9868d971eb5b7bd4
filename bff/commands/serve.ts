import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { createApp } from '../app.ts';
import { type Config, ConfigError } from '../config.ts';
import { type Deps, openDeps } from '../deps.ts';
import { openGitHttp } from '../http/git-http.ts';
import { serveConsole } from '../http/spa.ts';
import { jobHandlers } from '../jobs/handlers.ts';
import { startJobs } from '../jobs/runner.ts';
import { checkSurroundings, startUp } from '../start-up.ts';

const drainMilliseconds = 25_000;

/** Where the built console lies beside the built server; in development Vite serves it. */
function webDir(): string | undefined {
  const dir = join(import.meta.dirname, '..', 'web');
  return existsSync(join(dir, 'index.html')) ? dir : undefined;
}

/** Starts the server and its jobs; returns what stops them again. */
export async function startServer(config: Config): Promise<{ deps: Deps; stop(): Promise<void> }> {
  const deps = openDeps(config);
  await checkSurroundings(deps);
  const first = await startUp(deps);
  const git = await openGitHttp(deps);
  const web = webDir();
  const api = createApp(deps, [git.routes, ...(web === undefined ? [] : [serveConsole(web)])]);
  const jobs = startJobs(deps, jobHandlers);
  const server = serve({
    fetch: api.hono.fetch,
    hostname: config.host,
    port: config.port,
    // A large push takes longer than any fixed limit; idle connections are ended by git-http.
    serverOptions: { requestTimeout: 0 },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (error: Error) => reject(notListening(config, error)));
  });
  const address = server.address() as AddressInfo;
  if (config.publicUrl === undefined)
    deps.publicUrl = `http://${hostOf(config.host)}:${address.port}`;
  deps.metrics.watchProcess();
  announce(deps, first?.oneTimePassword);
  return {
    deps,
    async stop() {
      deps.state.stopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const impatient = setTimeout(() => {
        if ('closeAllConnections' in server) server.closeAllConnections();
      }, drainMilliseconds);
      if ('closeIdleConnections' in server) server.closeIdleConnections();
      await closed;
      clearTimeout(impatient);
      await git.close();
      await jobs.stop();
      await deps.close();
    },
  };
}

function notListening(config: Config, error: Error): Error {
  const code = 'code' in error ? String(error.code) : error.message;
  const why = code === 'EADDRINUSE' ? 'it is in use' : code;
  return new ConfigError(`Cannot listen on port ${config.port} of ${config.host}: ${why}.`);
}

const hostOf = (host: string) => (host.includes(':') ? `[${host}]` : host);

function announce(deps: Deps, password: string | undefined): void {
  const { clock } = deps.config;
  if (clock !== undefined)
    deps.log.warn({ clock }, 'the clock of this process can be moved by anyone');
  const lines = [`Quarterdeck listens on ${deps.publicUrl}`];
  if (password !== undefined) {
    lines.push(`Sign in as root with the one-time password ${password}`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}
