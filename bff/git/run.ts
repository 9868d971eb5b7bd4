import { isAbsolute } from 'node:path';
import type { Readable } from 'node:stream';
import { type GitConfig, type GitEnv, type Repo, repoPath } from './environment.ts';
import { GitError, type GitProcess, outputOf, spawnGit } from './process.ts';

export interface GitOptions {
  readonly stdin?: string | Buffer | undefined;
  readonly env?: GitEnv | undefined;
  readonly config?: GitConfig | undefined;
  /** Exit codes that are answers, not failures; 0 alone by default. */
  readonly okExitCodes?: readonly number[] | undefined;
  readonly maxBuffer?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface GitResult {
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly exitCode: number;
}

const defaultMaxBuffer = 64 * 1024 * 1024;

/** Runs one git command in a repository and collects its output. */
export async function git(
  repo: Repo,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitResult> {
  options.signal?.throwIfAborted();
  const running = start(repo, args, options);
  const limit = options.maxBuffer ?? defaultMaxBuffer;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let failure: Error | undefined;
    const fail = (error: Error): void => {
      failure ??= error;
      running.kill();
    };
    const abort = (): void => fail(abortion(options.signal));
    options.signal?.addEventListener('abort', abort, { once: true });
    running.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else fail(new GitError(args, -1, `more than ${limit} bytes of output`));
    });
    // Git could not be started: nothing else will come.
    running.child.once('error', reject);
    running.child.once('close', (code: number | null) => {
      options.signal?.removeEventListener('abort', abort);
      const exitCode = code ?? -1;
      if (failure) reject(failure);
      else if (!(options.okExitCodes ?? [0]).includes(exitCode)) {
        reject(new GitError(args, exitCode, running.stderr()));
      } else resolve({ stdout: Buffer.concat(chunks), stderr: running.stderr(), exitCode });
    });
    running.stdin?.end(options.stdin);
  });
}

/** Runs one git command and returns its output as text, without the line break at the end. */
export async function gitText(
  repo: Repo,
  args: readonly string[],
  options: GitOptions = {},
): Promise<string> {
  const { stdout } = await git(repo, args, options);
  return stdout.toString('utf8').replace(/\n$/, '');
}

/**
 * Runs one git command and streams its output: it errors when git fails, and destroying it kills
 * git. Nothing is read ahead beyond the stream's buffer.
 */
export function gitStream(
  repo: Repo,
  args: readonly string[],
  options: Omit<GitOptions, 'maxBuffer'> = {},
): Readable {
  options.signal?.throwIfAborted();
  const running = start(repo, args, options);
  const ok = options.okExitCodes ?? [0];
  const output = outputOf(running, (exitCode) =>
    ok.includes(exitCode) ? undefined : new GitError(args, exitCode, running.stderr()),
  );
  const abort = (): void => {
    output.destroy(abortion(options.signal));
  };
  options.signal?.addEventListener('abort', abort, { once: true });
  output.once('close', () => options.signal?.removeEventListener('abort', abort));
  running.stdin?.end(options.stdin);
  return output;
}

/** Starts git on a repository for a caller that talks with it; everyone else wants `git`. */
export function start(repo: Repo, args: readonly string[], options: GitOptions = {}): GitProcess {
  const path = repoPath(repo);
  if (!isAbsolute(path)) throw new Error('the path of a repository must be absolute');
  const quarantine = typeof repo === 'string' ? {} : repo.env;
  return spawnGit(args, {
    env: { GIT_DIR: path, ...quarantine, ...options.env },
    config: options.config,
    stdin: options.stdin !== undefined,
  });
}

function abortion(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason });
}
