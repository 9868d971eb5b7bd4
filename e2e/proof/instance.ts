import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtMain, environment, freePort, nodeFlags } from '../built-server.ts';
import { untilReady } from '../until-ready.ts';

/** One data directory with a server on it that is killed and started again. */
export interface Instance {
  url: string;
  dataDir: string;
  databaseUrl: string | undefined;
  rootToken: string;
  pid(): number;
  /** Starts the server on the data as they are and waits until it is ready. */
  start(): Promise<void>;
  /** Ends it in the middle of whatever it does. */
  kill(): Promise<void>;
  /** The instant of its clock. */
  now(): number;
  /** Moves its clock forward, so that leases and delays are over. */
  pass(milliseconds: number): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
  /** The last that it printed. */
  printed(): string;
}

const sourceMain = join(import.meta.dirname, '../../bff/main.ts');

/**
 * Prepares an instance; nothing runs yet. `beside` names one whose data it shares, as a replica. From
 * its sources, not built, a server holds each of its answers against its record.
 */
export async function prepareInstance(
  databaseUrl?: string,
  { beside, isBuilt = true }: { beside?: Instance; isBuilt?: boolean } = {},
): Promise<Instance> {
  if (!existsSync(builtMain)) throw new Error('Nothing built: run npm run build first');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const dataDir = beside?.dataDir ?? mkdtempSync(join(tmpdir(), 'qd-proof-'));
  const rootToken = beside?.rootToken ?? `qdp-${randomBytes(16).toString('hex')}`;
  let child: ChildProcess | undefined;
  let output = '';
  // The clock goes on from start to start: what is due stays due.
  let ahead = 0;

  const end = async (signal: NodeJS.Signals) => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    url,
    dataDir,
    databaseUrl,
    rootToken,
    pid() {
      if (child?.pid === undefined) throw new Error('No server runs');
      return child.pid;
    },
    async start() {
      const program = isBuilt ? [builtMain] : ['--import', import.meta.resolve('tsx'), sourceMain];
      child = spawn(process.execPath, [...nodeFlags(), ...program, 'serve'], {
        cwd: dataDir,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...environment(),
          QD_PORT: String(port),
          QD_DATA_DIR: dataDir,
          QD_ROOT_TOKEN: rootToken,
          QD_CLOCK: new Date(Date.now() + ahead).toISOString(),
          QD_LOG_LEVEL: 'warn',
          ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
        },
      });
      const keep = (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-20_000);
      };
      child.stdout?.on('data', keep);
      child.stderr?.on('data', keep);
      await untilReady(url, () => child?.exitCode ?? null);
    },
    kill: () => end('SIGKILL'),
    now: () => Date.now() + ahead,
    async pass(milliseconds) {
      ahead += milliseconds;
      const answer = await fetch(`${url}/-/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ now: new Date(Date.now() + ahead).toISOString() }),
      });
      if (answer.status !== 200) throw new Error(`The clock answers ${answer.status}`);
    },
    async remove() {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
    printed: () => output,
  };
}
