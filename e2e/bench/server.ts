import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtMain, environment, freePort, nodeFlags } from '../built-server.ts';
import { untilReady } from '../until-ready.ts';

/** The built server on data of its own, as `npm start` runs it. */
export interface BenchServer {
  url: string;
  token: string;
  dataDir: string;
  /** Starts it; gives the milliseconds from the spawn to the first readiness. */
  start(): Promise<number>;
  stop(): Promise<void>;
  remove(): Promise<void>;
  /** Resident memory in MB. */
  resident(): number;
}

const headers = (token: string) => ({ 'private-token': token });

/** Prepares a server; nothing runs yet. */
export async function benchServer(): Promise<BenchServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'qd-bench-'));
  const token = `qdp-${randomBytes(16).toString('hex')}`;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const stop = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return {
    url,
    token,
    dataDir,
    stop,
    async start() {
      const began = performance.now();
      child = spawn(process.execPath, [...nodeFlags(), builtMain, 'serve'], {
        cwd: dataDir,
        stdio: 'ignore',
        env: {
          ...environment(),
          QD_PORT: String(port),
          QD_DATA_DIR: dataDir,
          QD_ROOT_TOKEN: token,
        },
      });
      await untilReady(url, () => child?.exitCode ?? null);
      return performance.now() - began;
    },
    async remove() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    resident() {
      const status = readFileSync(`/proc/${child?.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
    },
  };
}

/** Reads JSON of the API, or writes it. */
export async function ask<T>(
  { url, token }: Pick<BenchServer, 'url' | 'token'>,
  request: string,
  body?: unknown,
): Promise<T> {
  const [method = 'GET', path = ''] = request.split(' ');
  const answer = await fetch(`${url}/api/v4${path}`, {
    method,
    headers: { ...headers(token), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${request} answered ${answer.status} ${await answer.text()}`);
  // The caller names the record that it reads.
  return (await answer.json()) as T;
}
