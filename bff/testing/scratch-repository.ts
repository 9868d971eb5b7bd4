import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a commit of a scratch repository does to one path: new content, or null to remove it. */
export type ScratchFile =
  | string
  | Buffer
  | null
  | { readonly mode: '100644' | '100755' | '120000' | '160000'; readonly content: string | Buffer };

export interface ScratchCommit {
  readonly message?: string;
  readonly files?: Readonly<Record<string, ScratchFile>>;
  /** The branch's commit by default; none for a new branch. */
  readonly parents?: readonly string[];
  readonly author?: string;
  /** As git's raw date: seconds and zone. */
  readonly date?: string;
}

export interface ScratchRepository {
  readonly folder: string;
  /** The bare repository. */
  readonly path: string;
  /** Runs git in it and returns its output without the line break at the end. */
  git(...args: readonly string[]): string;
  /** Adds a commit to a branch and returns its id. */
  commit(branch: string, commit: ScratchCommit): string;
  remove(): void;
}

let clock = 1_700_000_000;

/** What tests give to a real git of their own: nobody's settings, a fixed identity. */
export const scratchEnv = {
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  HOME: '/nonexistent',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Test Author',
  GIT_AUTHOR_EMAIL: 'author@example.test',
  GIT_COMMITTER_NAME: 'Test Committer',
  GIT_COMMITTER_EMAIL: 'committer@example.test',
};

/** A folder of its own below the system's temporary one. */
export function scratchFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'qd-scratch-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A real bare repository in a temporary folder, written by git itself and not by the code under test. */
export function scratchRepository(): ScratchRepository {
  const folder = scratchFolder();
  const path = join(folder.path, 'scratch.git');
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', path], {
    cwd: folder.path,
    env: scratchEnv,
  });
  return { folder: folder.path, path, ...writerOf(path), remove: folder.remove };
}

/** Runs git in a bare repository and commits to it, without the code under test. */
export function writerOf(path: string): Pick<ScratchRepository, 'git' | 'commit'> {
  const run = (args: readonly string[], input?: Buffer): string =>
    execFileSync('git', args, {
      cwd: tmpdir(),
      env: { ...scratchEnv, GIT_DIR: path },
      input,
      maxBuffer: 1 << 28,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
      .toString('utf8')
      .replace(/\n$/, '');
  return {
    git: (...args) => run(args),
    commit: (branch, commit) => {
      const ref = `refs/heads/${branch}`;
      const tip = run(['for-each-ref', '--format=%(objectname)', ref]);
      const parents = commit.parents ?? (tip ? [tip] : []);
      run(['fast-import', '--quiet', '--force'], importStream(ref, parents, commit));
      return run(['rev-parse', ref]);
    },
  };
}

/** The running processes (of Linux) that were given this text in their environment. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    try {
      return readFileSync(`/proc/${name}/environ`, 'utf8').includes(text) ? [Number(name)] : [];
    } catch {
      // It ended meanwhile, or is another user's.
      return [];
    }
  });
}

/** Waits until the condition holds; a loaded machine gets 15 seconds. */
export async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited += 5) {
    if (waited >= 15_000) throw new Error('what the test waits for did not come');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function importStream(ref: string, parents: readonly string[], commit: ScratchCommit): Buffer {
  clock += 60;
  const parts: (string | Buffer)[] = [];
  const data = (content: Buffer): void => {
    parts.push(`data ${content.length}\n`, content, '\n');
  };
  const author = commit.author ?? 'Test Author <author@example.test>';
  parts.push(`reset ${ref}\n\ncommit ${ref}\n`);
  parts.push(`author ${author} ${commit.date ?? `${clock} +0000`}\n`);
  parts.push(`committer Test Committer <committer@example.test> ${clock} +0000\n`);
  data(Buffer.from(commit.message ?? 'A commit\n'));
  const [first, ...others] = parents;
  if (first) parts.push(`from ${first}\n`);
  for (const parent of others) parts.push(`merge ${parent}\n`);
  for (const [name, file] of Object.entries(commit.files ?? {})) {
    const quoted = `"${name.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n')}"`;
    if (file === null) {
      parts.push(`D ${quoted}\n`);
      continue;
    }
    const { mode, content } =
      typeof file === 'string' || Buffer.isBuffer(file) ? { mode: '100644', content: file } : file;
    if (mode === '160000') parts.push(`M 160000 ${content.toString()} ${quoted}\n`);
    else {
      parts.push(`M ${mode} inline ${quoted}\n`);
      data(Buffer.from(content));
    }
  }
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}
