import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** The server that `npm run build` makes. */
export const builtMain = join(root, 'dist/bff/main.js');

/** What `npm start` gives to node: a small young generation keeps buffers of streams few. */
export const nodeFlags = (): string[] => startScript().match(/--\S+/g) ?? [];

/** What `npm start` sets around node: one arena of the allocator leaves fewer holes in memory. */
const surroundings = (): Record<string, string> =>
  Object.fromEntries(
    [...startScript().matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

function startScript(): string {
  // The manifest of this project has a start script; without one every test fails here.
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return manifest.scripts.start;
}

export interface BuiltServer {
  url: string;
  pid: number;
  rootPassword: string;
  rootToken: string;
  /** Everything that it printed so far. */
  printed(): string;
  /** Stops it by SIGTERM, which must drain and exit with 0, and removes its data. */
  stop(): Promise<void>;
}

/** Starts the built server on a scratch data directory and a free port. */
export async function startBuiltServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<BuiltServer> {
  if (!existsSync(builtMain)) throw new Error('Nothing built: run npm run build first');
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), 'qd-e2e-'));
  const rootToken = `qdp-${randomBytes(16).toString('hex')}`;
  const child = spawn(process.execPath, [...nodeFlags(), builtMain, 'serve'], {
    cwd: data,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environment(),
      QD_PORT: String(port),
      QD_DATA_DIR: data,
      QD_ROOT_TOKEN: rootToken,
      ...settings,
    },
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const printed = (): string => Buffer.concat(output).toString();
  const stop = async (): Promise<void> => {
    try {
      await terminate(child);
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  };
  try {
    const rootPassword = await oneTimePassword(child, printed);
    if (child.pid === undefined) throw new Error('No process');
    const url = `http://127.0.0.1:${port}`;
    return { url, pid: child.pid, rootPassword, rootToken, printed, stop };
  } catch (error) {
    await stop().catch(() => undefined);
    const tail = printed().slice(-4000);
    throw new Error(`The built server did not start:\n${tail}`, { cause: error });
  }
}

/** What a built server runs in: that of `npm start`, without any setting of the server. */
export function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(QD_|DATABASE_URL$)/.test(name));
  return { ...Object.fromEntries(kept), ...surroundings(), NODE_ENV: 'production' };
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  probe.close();
  await once(probe, 'close');
  return address.port;
}

/** Printed once the server listens. */
async function oneTimePassword(child: ChildProcess, printed: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error('No one-time password')), 30_000);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
    child.stdout?.on('data', () => {
      const password = /one-time password\s+(\S+)\s/.exec(printed())?.[1];
      if (password === undefined) return;
      clearTimeout(patience);
      resolve(password);
    });
  });
}

/** A stop by SIGTERM must drain and exit with 0: each run proves it. */
async function terminate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) throw new Error(`The server had ended with ${child.exitCode}`);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(patience);
  if (child.exitCode !== 0) throw new Error(`SIGTERM ended the server with ${child.exitCode}`);
}
