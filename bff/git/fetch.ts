import { isAbsolute } from 'node:path';
import { InvalidGitName, isRefName, isSha } from './names.ts';
import { git } from './run.ts';

export interface Refspec {
  /** A full ref name, one with a `*` at its end, or an object id. */
  readonly from: string;
  readonly to: string;
  /** Whether the ref may move to a commit that does not contain the old one. */
  readonly force?: boolean;
}

/**
 * Copies refs and all that they need from another repository of this server, such as a fork. All
 * refs move or none.
 */
export async function fetchRefs(
  repo: string,
  source: string,
  refspecs: readonly Refspec[],
): Promise<void> {
  if (!isAbsolute(source)) throw new InvalidGitName('source repository');
  if (refspecs.length === 0) return;
  await git(
    repo,
    [
      'fetch',
      '--quiet',
      '--atomic',
      '--no-tags',
      '--no-write-fetch-head',
      '--no-auto-maintenance',
      '--no-recurse-submodules',
      // Git takes its settings away from the process on the other side; the folder may be another
      // user's there too.
      `--upload-pack=git -c 'safe.directory=*' upload-pack`,
      '--end-of-options',
      source,
      ...refspecs.map(refspecText),
    ],
    { env: { GIT_ALLOW_PROTOCOL: 'file' } },
  );
}

function refspecText({ from, to, force }: Refspec): string {
  const pattern = /\/\*$/;
  const isValid = (name: string): boolean => isRefName(name.replace(pattern, '/x'));
  const isBothOrNone = pattern.test(from) === pattern.test(to);
  if (!(isSha(from) || isValid(from)) || !isValid(to) || !isBothOrNone) {
    throw new InvalidGitName('refspec');
  }
  return `${force ? '+' : ''}${from}:${to}`;
}
