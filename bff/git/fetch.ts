import { isAbsolute } from 'node:path';
import type { GitConfig, GitEnv } from './environment.ts';
import { InvalidGitName, isRefName, isSha } from './names.ts';
import { git, gitText } from './run.ts';

export interface Refspec {
  /** A full ref name, one with a `*` at its end, or an object id. */
  readonly from: string;
  readonly to: string;
  /** Whether the ref may move to a commit that does not contain the old one. */
  readonly force?: boolean;
}

/** All refs move or none, and nothing else of the repository changes. */
const quietFetch = [
  'fetch',
  '--quiet',
  '--atomic',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-auto-maintenance',
  '--no-recurse-submodules',
] as const;

/**
 * Copies refs and all that they need from another repository of this server, such as a fork. All
 * refs move or none.
 */
export async function fetchRefs(
  repo: string,
  source: string,
  refspecs: readonly Refspec[],
  signal?: AbortSignal,
): Promise<void> {
  if (!isAbsolute(source)) throw new InvalidGitName('source repository');
  if (refspecs.length === 0) return;
  await git(
    repo,
    [
      ...quietFetch,
      // Git takes its settings away from the process on the other side; the folder may be another
      // user's there too.
      `--upload-pack=git -c 'safe.directory=*' upload-pack`,
      '--end-of-options',
      source,
      ...refspecs.map(refspecText),
    ],
    { env: { GIT_ALLOW_PROTOCOL: 'file' }, signal },
  );
}

/**
 * Copies branches and tags, and all that they need, from the file of a bundle, whose objects are
 * checked. All refs move or none, and none to a commit that does not contain the old one.
 */
export async function fetchBundle(
  repo: string,
  bundle: string,
  signal?: AbortSignal,
): Promise<void> {
  if (!isAbsolute(bundle)) throw new InvalidGitName('bundle');
  await git(
    repo,
    [
      ...quietFetch,
      '--end-of-options',
      bundle,
      'refs/heads/*:refs/heads/*',
      'refs/tags/*:refs/tags/*',
    ],
    { env: { GIT_ALLOW_PROTOCOL: 'file' }, config: [['fetch.fsckObjects', 'true']], signal },
  );
}

/** Another server that has been checked, with what git must be told to reach it and no other. */
export interface Remote {
  readonly url: string;
  readonly config: GitConfig;
  readonly env: GitEnv;
}

/** Another server's objects are checked, and one that sends nothing for a minute is given up. */
const wary: GitConfig = [
  ['fetch.fsckObjects', 'true'],
  ['http.lowSpeedLimit', '1'],
  ['http.lowSpeedTime', '60'],
];

/** Copies refs and all that they need from another server. All refs move or none. */
export async function fetchRemote(
  repo: string,
  from: Remote & { readonly refspecs: readonly Refspec[]; readonly signal?: AbortSignal },
): Promise<void> {
  const args = [
    ...quietFetch,
    '--end-of-options',
    httpUrl(from.url),
    ...from.refspecs.map(refspecText),
  ];
  const { env, config, signal } = from;
  await git(repo, args, { env, config: [...wary, ...config], signal });
}

/** The branch that HEAD of another server's repository names; undefined where it names none. */
export async function remoteHead(
  repo: string,
  from: Remote & { readonly signal?: AbortSignal },
): Promise<string | undefined> {
  const args = ['ls-remote', '--quiet', '--symref', '--end-of-options', httpUrl(from.url), 'HEAD'];
  const { env, config, signal } = from;
  const text = await gitText(repo, args, { env, config: [...wary, ...config], signal });
  return /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(text)?.[1];
}

function httpUrl(url: string): string {
  if (!/^https?:\/\//.test(url)) throw new InvalidGitName('URL');
  return url;
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
