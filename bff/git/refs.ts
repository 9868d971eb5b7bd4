import { delimited } from './delimited.ts';
import type { Repo } from './environment.ts';
import { nullSha, refName, revision, sha } from './names.ts';
import { GitError } from './process.ts';
import { git } from './run.ts';

/** A ref was not where the caller saw it last: someone else was faster. Nothing was changed. */
export class RefRace extends Error {
  readonly ref: string | undefined;

  constructor(ref: string | undefined) {
    super(`${ref ?? 'a ref'} has moved`);
    this.name = 'RefRace';
    this.ref = ref;
  }
}

/** A new ref would need a folder where another ref is, or the reverse (`a` and `a/b`). */
export class RefNameConflict extends Error {
  readonly ref: string | undefined;

  constructor(ref: string | undefined) {
    super(`another ref is in the way of ${ref ?? 'a ref'}`);
    this.name = 'RefNameConflict';
    this.ref = ref;
  }
}

export interface Ref {
  readonly name: string;
  /** What the ref holds: for an annotated tag the tag object. */
  readonly sha: string;
  /** What it stands for: for an annotated tag what that points at, through all layers. */
  readonly target: string;
  readonly annotated: boolean;
}

const refFields = delimited(
  { name: '%(refname)', sha: '%(objectname)', type: '%(objecttype)', peeled: '%(*objectname)' },
  '%00',
);

/**
 * All refs below the prefixes (`refs/heads/`), by name, in one process. `merged` keeps those that
 * are contained in that commit, `contains` those that contain it.
 */
export async function listRefs(
  repo: Repo,
  prefixes: readonly string[],
  options: { readonly merged?: string; readonly contains?: string } = {},
): Promise<Ref[]> {
  const { stdout } = await git(repo, [
    'for-each-ref',
    `--format=${refFields.format}`,
    ...(options.merged === undefined ? [] : [`--merged=${sha(options.merged)}`]),
    ...(options.contains === undefined ? [] : [`--contains=${sha(options.contains)}`]),
    '--',
    ...prefixes.map((prefix) => refName(prefix.replace(/\/$/, ''))),
  ]);
  return refFields.parse(stdout).map((ref) => ({
    name: ref.name,
    sha: ref.sha,
    target: ref.peeled || ref.sha,
    annotated: ref.type === 'tag',
  }));
}

export interface RefChange {
  readonly ref: string;
  /** Null removes the ref. */
  readonly new: string | null;
  /** What the caller saw last; null means that the ref must not exist. */
  readonly old: string | null;
}

/** Moves one ref if it is still where the caller saw it, else throws `RefRace`. */
export async function updateRef(
  repo: Repo,
  change: RefChange,
  options: { readonly reason?: string } = {},
): Promise<void> {
  await updateRefs(repo, [change], options);
}

/** Removes one ref if it is still where the caller saw it, else throws `RefRace`. */
export async function deleteRef(repo: Repo, ref: string, old: string): Promise<void> {
  await updateRefs(repo, [{ ref, new: null, old }]);
}

/** Moves several refs, all or none, each compared with what the caller saw last. */
export async function updateRefs(
  repo: Repo,
  changes: readonly RefChange[],
  options: { readonly reason?: string } = {},
): Promise<void> {
  if (changes.length === 0) return;
  const lines = changes.map((change) => {
    const to = change.new === null ? nullSha : sha(change.new);
    const from = change.old === null ? nullSha : sha(change.old);
    return `option no-deref\0update ${refName(change.ref)}\0${to}\0${from}\0`;
  });
  const reason = options.reason?.replace(/\s+/g, ' ');
  const message = reason ? ['-m', reason] : [];
  try {
    await git(repo, ['update-ref', ...message, '--stdin', '-z'], {
      stdin: `start\0${lines.join('')}prepare\0commit\0`,
    });
  } catch (error) {
    throw error instanceof GitError ? refusal(error) : error;
  }
}

/** Git says in words why it did not move a ref; with LC_ALL=C they do not vary. */
function refusal(error: GitError): Error {
  const ref = /'(refs\/[^']+)'/.exec(error.stderr)?.[1];
  const says = (text: string): boolean => error.stderr.includes(text);
  if (says('; cannot create') || says('there is a non-empty directory')) {
    return new RefNameConflict(ref);
  }
  const raced =
    says('but expected') ||
    says('reference already exists') ||
    says('unable to resolve reference') ||
    says('reference is missing') ||
    // Another writer held the lock for longer than git waits.
    (says('.lock') && says('File exists'));
  return raced ? new RefRace(ref) : error;
}

/** Whether a commit is contained in another (or is the same). */
export async function isAncestor(
  repo: Repo,
  ancestor: string,
  descendant: string,
): Promise<boolean> {
  const { exitCode } = await git(
    repo,
    ['merge-base', '--is-ancestor', revision(ancestor), revision(descendant)],
    { okExitCodes: [0, 1] },
  );
  return exitCode === 0;
}

/** The best common ancestor of two commits; undefined when they have none. */
export async function mergeBase(repo: Repo, a: string, b: string): Promise<string | undefined> {
  const { stdout } = await git(repo, ['merge-base', revision(a), revision(b)], {
    okExitCodes: [0, 1],
  });
  return stdout.toString('latin1').trim() || undefined;
}

/** The best common ancestor of all these commits; undefined when they have none. */
export async function mergeBaseOfAll(
  repo: Repo,
  commits: readonly string[],
): Promise<string | undefined> {
  const { stdout } = await git(repo, ['merge-base', '--octopus', ...commits.map(revision)], {
    okExitCodes: [0, 1],
  });
  return stdout.toString('latin1').split('\n', 1)[0] || undefined;
}

/** How many commits only `head` has (ahead) and only `base` has (behind). */
export async function aheadBehind(
  repo: Repo,
  base: string,
  head: string,
): Promise<{ ahead: number; behind: number }> {
  const range = `${revision(base)}...${revision(head)}`;
  const { stdout } = await git(repo, ['rev-list', '--left-right', '--count', range, '--']);
  const [behind, ahead] = stdout.toString('latin1').trim().split('\t').map(Number);
  return { ahead: ahead ?? 0, behind: behind ?? 0 };
}
