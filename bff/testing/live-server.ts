import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serve } from '@hono/node-server';
import { createApp, type Extension } from '../app.ts';
import { answerClientErrors } from '../http/client-errors.ts';
import { openGitHttp } from '../http/git-http.ts';
import { openPushHooks } from '../modules/pushes/hook-rules.ts';
import { openSsh } from '../ssh/server.ts';
import type { TestApp } from './test-app.ts';

const run = promisify(execFile);

export interface LiveServer {
  /** `http://127.0.0.1:<port>`. */
  url: string;
  /** Where git over SSH listens; undefined where it is off. */
  sshPort: number | undefined;
  close(): Promise<void>;
}

/** Puts a test app on a real port, git over HTTP included. */
export async function goLive(
  app: TestApp,
  extensions: readonly Extension[] = [],
): Promise<LiveServer> {
  const hooks = await openPushHooks(app.deps);
  const ssh = await openSsh(app.deps, hooks);
  const api = createApp(app.deps, [...extensions, openGitHttp(app.deps, hooks)]);
  const server = serve({ fetch: api.hono.fetch, hostname: '127.0.0.1', port: 0 });
  answerClientErrors(server);
  await new Promise<void>((resolve) => server.once('listening', resolve));
  // A listening TCP server has an address and a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    sshPort: ssh?.port,
    async close() {
      await ssh?.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await hooks.close();
    },
  };
}

export interface WorkTree {
  dir: string;
  /** Runs git there; throws with what git said when it fails. */
  git(...args: string[]): Promise<string>;
  remove(): void;
}

const identity = ['-c', 'user.name=Tess Tide', '-c', 'user.email=tess@example.test'];

/** A scratch work tree for the real git client, with no configuration but its own. */
export async function workTree(): Promise<WorkTree> {
  const dir = mkdtempSync(join(tmpdir(), 'qd-work-'));
  const git = async (...args: string[]) => {
    const { stdout, stderr } = await run('git', [...identity, ...args], {
      cwd: dir,
      env: {
        PATH: process.env.PATH,
        HOME: dir,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_TERMINAL_PROMPT: '0',
        LC_ALL: 'C',
      },
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout + stderr;
  };
  await git('init', '--quiet', '--initial-branch=main');
  return { dir, git, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
