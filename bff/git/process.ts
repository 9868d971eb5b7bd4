import { type ChildProcess, spawn } from 'node:child_process';
import { Readable, type Writable } from 'node:stream';
import { type GitConfig, type GitEnv, gitEnvironment } from './environment.ts';

/** A git command that failed: what was run, how it ended and what it said. */
export class GitError extends Error {
  readonly args: readonly string[];
  /** -1 when a signal ended it or it could not be started. */
  readonly exitCode: number;
  readonly stderr: string;

  constructor(args: readonly string[], exitCode: number, stderr: string) {
    const line = stderr.split('\n').find((text) => text.trim() !== '') ?? 'no message';
    super(`git ${args[0] ?? ''} ended with ${exitCode}: ${line}`);
    this.name = 'GitError';
    this.args = args;
    this.exitCode = exitCode;
    this.stderr = stderr;
  }
}

export interface GitProcess {
  readonly args: readonly string[];
  readonly child: ChildProcess;
  readonly stdin: Writable | null;
  readonly stdout: Readable;
  /** What it wrote to stderr so far, at most 16 KiB. */
  stderr(): string;
  /** Ends the process and all that it started. */
  kill(): void;
}

export interface SpawnOptions {
  readonly env?: GitEnv | undefined;
  readonly config?: GitConfig | undefined;
  /** Whether the process gets an open stdin; without one it reads the end of file at once. */
  readonly stdin?: boolean;
}

let spawned = 0;
const stderrLimit = 16 * 1024;
const killAfterMs = 5_000;

/** How many git processes this server has started; a test proves with it that lists start none. */
export function spawnedProcesses(): number {
  return spawned;
}

/** Starts git with a list of arguments (never through a shell) and nothing but its own environment. */
export function spawnGit(args: readonly string[], options: SpawnOptions = {}): GitProcess {
  spawned += 1;
  const child = spawn('git', args, {
    // Never a repository: its path comes in GIT_DIR, and a folder that is gone is git's to report.
    cwd: '/',
    env: gitEnvironment(options.env, options.config),
    stdio: [options.stdin ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    // A group of its own: killed as a whole, and spared by Ctrl-C while the server drains.
    detached: true,
  });
  // One that could not be started says so after this call, also where it has no streams: unheard it
  // would end the server, just when it has run out of files.
  child.on('error', () => {});
  const { stdin, stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('git was started without pipes');
  const said: Buffer[] = [];
  let size = 0;
  stderr.on('data', (chunk: Buffer) => {
    if (size < stderrLimit) said.push(chunk.subarray(0, stderrLimit - size));
    size += chunk.length;
  });
  // A process that ends before it has read everything breaks the pipe; its exit code says why.
  stdin?.on('error', () => {});
  stdout.on('error', () => {});
  return {
    args,
    child,
    stdin,
    stdout,
    stderr: () => Buffer.concat(said).toString('utf8'),
    kill: () => killGroup(child),
  };
}

function killGroup(child: ChildProcess): void {
  if (child.exitCode !== null || child.signalCode !== null) return;
  signalGroup(child, 'SIGTERM');
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), killAfterMs);
  timer.unref();
  child.once('exit', () => clearTimeout(timer));
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It is gone already.
  }
}

/**
 * The output of a process as one readable: destroying it kills the process, and its end comes
 * only after the process has ended well. `judge` names what was wrong with the end, if anything.
 */
export function outputOf(
  running: GitProcess,
  judge: (exitCode: number, signal: NodeJS.Signals | null) => Error | undefined,
): Readable {
  const { child, stdout } = running;
  const output = new Readable({
    highWaterMark: 64 * 1024,
    read: () => {
      stdout.resume();
    },
    destroy: (error, done) => {
      running.kill();
      stdout.destroy();
      done(error);
    },
  });
  // A reader that comes late still finds the error; without this it would end the server.
  output.on('error', () => {});
  stdout.on('data', (chunk: Buffer) => {
    if (!output.destroyed && !output.push(chunk)) stdout.pause();
  });
  child.once('error', (error) => output.destroy(error));
  child.once('close', (code: number | null, signal) => {
    if (output.destroyed) return;
    const error = judge(code ?? -1, signal);
    if (error) output.destroy(error);
    else output.push(null);
  });
  return output;
}
