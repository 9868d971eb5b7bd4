import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { scratchFolder } from './scratch-repository.ts';

const root = join(import.meta.dirname, '../..');
const path = process.env.PATH ?? '/usr/bin:/bin';

/** The built server and a folder for its data, for all tests of a file. */
export function stageServer(): { readonly folder: string; readonly main: string } {
  const folder = scratchFolder();
  let built: ReturnType<typeof buildServer> | undefined;
  beforeAll(() => {
    built = buildServer();
  }, 60_000);
  afterAll(() => {
    folder.remove();
    built?.remove();
  });
  return {
    folder: folder.path,
    get main() {
      if (built === undefined) throw new Error('the server is not built yet');
      return built.main;
    },
  };
}

/** The server as it is shipped: one file. */
function buildServer(): { readonly main: string; remove(): void } {
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const folder = mkdtempSync(join(root, 'test-results/server-'));
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = ['build', '--logLevel', 'error', '--ssr', 'bff/main.ts', '--outDir', folder];
  execFileSync(process.execPath, [vite, ...args], { cwd: root, stdio: 'inherit' });
  return {
    main: join(folder, 'main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

type Env = Readonly<Record<string, string>>;

/** The built server in a process of its own, with nothing but these variables. */
function startMain(main: string, words: readonly string[], env: Env) {
  return spawn(process.execPath, [main, ...words], {
    env: { PATH: path, NODE_ENV: 'production', ...env },
    cwd: tmpdir(),
  });
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the entry to its end. */
export async function runMain(
  main: string,
  words: readonly string[],
  { env = {}, stdin = '' }: { env?: Env; stdin?: string } = {},
): Promise<Ended> {
  const child = startMain(main, words, env);
  const out = collect(child);
  child.stdin.end(stdin);
  await once(child, 'close');
  return { code: child.exitCode, ...out() };
}

function collect(child: ChildProcessWithoutNullStreams) {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return () => ({ stdout, stderr });
}

export interface ServerProcess {
  url: string;
  /** All that it wrote so far. */
  output(): string;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
}

/** Starts the server on a free port and waits until it listens. */
export async function startServerProcess(main: string, env: Env): Promise<ServerProcess> {
  const child = startMain(main, ['serve'], { QD_PORT: '0', ...env });
  const out = collect(child);
  const closed = once(child, 'close');
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const found = /listens on (\S+)/.exec(out().stdout)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('close', () => reject(new Error(`the server ended: ${out().stderr}`)));
  });
  return {
    url,
    output: () => out().stdout + out().stderr,
    async end(signal) {
      child.kill(signal);
      await closed;
      return { code: child.exitCode, ...out() };
    },
  };
}
