import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Repo } from './environment.ts';
import { sha } from './names.ts';
import { GitError } from './process.ts';
import { gitStream, start } from './run.ts';

/** A pack of all that these objects lead to; it ends badly where one of them is not there. */
export const packOf = (repo: Repo, shas: readonly string[]): Readable =>
  gitStream(repo, ['pack-objects', '--revs', '--stdout', '--quiet', '--delta-base-offset'], {
    stdin: shas.map((one) => `${sha(one)}\n`).join(''),
  });

/** Takes a pack into a repository; each object is looked at, and what it names must be there. */
export async function takePack(repo: Repo, pack: AsyncIterable<Buffer>): Promise<void> {
  const args = ['index-pack', '--stdin', '--strict'];
  const running = start(repo, args, { stdin: '' });
  if (running.stdin === null) throw new Error('git was started without an input');
  running.stdout.resume();
  const ended = new Promise<number>((resolve, reject) => {
    running.child.once('error', reject);
    running.child.once('close', (code: number | null) => resolve(code ?? -1));
  });
  // How git ended says more than a pipe that it closed.
  await pipeline(pack, running.stdin).catch(() => undefined);
  const exitCode = await ended;
  if (exitCode !== 0) throw new GitError(args, exitCode, running.stderr());
}
