import type { Readable } from 'node:stream';
import type { GitConfig, Repo } from './environment.ts';
import { InvalidGitName, sha, treePath } from './names.ts';
import { gitStream } from './run.ts';

export const archiveFormats = ['tar', 'tar.gz', 'tar.bz2', 'zip'] as const;
export type ArchiveFormat = (typeof archiveFormats)[number];

/** Git runs other packers than its own; without the program it fails before the first byte. */
const packers: GitConfig = [['tar.tar.bz2.command', 'bzip2 -c']];

/**
 * The files of a commit as one archive, below a folder named `prefix`; only those under `path`
 * where one is given. Resolves at the first byte, so that what fails at once is no answer.
 */
export async function openArchive(
  repo: Repo,
  commit: string,
  options: { format: ArchiveFormat; prefix: string; path?: string | undefined },
): Promise<Readable> {
  const path = treePath(options.path ?? '');
  if (path === undefined) throw new InvalidGitName('path');
  const stream = gitStream(
    repo,
    [
      'archive',
      `--format=${options.format}`,
      `--prefix=${options.prefix}/`,
      sha(commit),
      ...(path === '' ? [] : ['--', path]),
    ],
    { config: packers },
  );
  return new Promise((resolve, reject) => {
    stream.once('error', reject);
    stream.once('readable', () => {
      stream.off('error', reject);
      resolve(stream);
    });
  });
}
