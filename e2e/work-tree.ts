import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { server } from './server.ts';

const run = promisify(execFile);
const identity = ['-c', 'user.name=Mara Topsail', '-c', 'user.email=mara@example.test'];

/** Runs the real git client with no configuration but its own; gives what it printed. */
export async function git(dir: string, ...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: dir, GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };
  const { stdout } = await run('git', [...identity, ...args], {
    cwd: dir,
    env,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

export interface WorkTree {
  dir: string;
  /** Writes the files and commits them. */
  commit(message: string, files: Readonly<Record<string, string>>): Promise<void>;
  remove(): void;
}

/** An empty repository on `main` in a scratch folder. */
export async function workTree(): Promise<WorkTree> {
  const dir = mkdtempSync(join(tmpdir(), 'qd-e2e-work-'));
  await git(dir, 'init', '--quiet', '--initial-branch=main');
  return {
    dir,
    async commit(message, files) {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
      await git(dir, 'add', '--all');
      await git(dir, 'commit', '--quiet', '--message', message);
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** The address of a project's repository with a user's credentials in it. */
export const remoteOf = (path: string, username: string, secret: string): string =>
  remoteAt(server.url, path, `${username}:${encodeURIComponent(secret)}`);

/** The same at a server of the test's own. */
export const remoteAt = (url: string, path: string, credentials: string): string =>
  `${url.replace('//', `//${credentials}@`)}/${path}.git`;
