import { delimited } from './delimited.ts';
import type { Repo } from './environment.ts';
import { keepAnswers } from './kept-answers.ts';
import { InvalidGitName, isSha, refName, revision, sha, treePath } from './names.ts';
import { readPlainCommit } from './plain-commit.ts';
import { git } from './run.ts';

export interface Person {
  readonly name: string;
  readonly email: string;
  /** ISO 8601, UTC, with milliseconds. */
  readonly date: string;
}

export interface Trailer {
  readonly key: string;
  readonly value: string;
}

export interface Commit {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  /** The whole message as git keeps it, usually with a line break at the end. */
  readonly message: string;
  /** Its first line. */
  readonly title: string;
  readonly author: Person;
  readonly committer: Person;
  /** In the order of the message; a key may come more than once. */
  readonly trailers: readonly Trailer[];
}

/** Commits that are contained in `include` and in none of `exclude`. */
export interface Range {
  readonly include: string | readonly string[];
  readonly exclude?: string | readonly string[] | undefined;
}

export interface LogOptions {
  readonly skip?: number | undefined;
  readonly limit?: number | undefined;
  /** Only commits that change this file or folder. */
  readonly path?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** A part of the author's name or address, any case. */
  readonly author?: string | undefined;
  readonly firstParent?: boolean | undefined;
  readonly topoOrder?: boolean | undefined;
}

const commitFields = {
  sha: '%H',
  tree: '%T',
  parents: '%P',
  authorName: '%an',
  authorEmail: '%ae',
  authorDate: '%at',
  committerName: '%cn',
  committerEmail: '%ce',
  committerDate: '%ct',
  // A key cannot hold a control character, so the first one ends it whatever the value holds.
  trailers: '%(trailers:only,unfold,key_value_separator=%x01)',
  message: '%B',
};
const logFormat = delimited(commitFields, '%x00');

const refFields = {
  name: '%(refname)',
  sha: '%(objectname)',
  tree: '%(tree)',
  parents: '%(parent)',
  authorName: '%(authorname)',
  authorEmail: '%(authoremail:trim)',
  authorDate: '%(authordate:unix)',
  committerName: '%(committername)',
  committerEmail: '%(committeremail:trim)',
  committerDate: '%(committerdate:unix)',
  trailers: '%(trailers:only,unfold,key_value_separator=%x01)',
  message: '%(contents)',
};
const branchFormat = delimited(refFields, '%00');

/** The commits of a range, newest first. */
export async function log(repo: Repo, range: Range, options: LogOptions = {}): Promise<Commit[]> {
  const { stdout } = await git(repo, [
    'log',
    `--format=${logFormat.format}`,
    ...selection(options),
    '--end-of-options',
    ...revisions(range),
    ...pathArguments(options.path),
  ]);
  return logFormat.parse(stdout).map(commitOf);
}

const between = keepAnswers<readonly Commit[]>(4 * 1024 * 1024, (commits) =>
  commits.reduce((sum, { message, title }) => sum + message.length + title.length + 800, 0),
);

/**
 * The commits that `head` has and `base` has not, newest first: those of a merge request. Between two
 * ids they never change: the pages that were read last are kept.
 */
export function commitsBetween(
  repo: Repo,
  ends: { readonly base: string; readonly head: string },
  page: Pick<LogOptions, 'skip' | 'limit'> = {},
): Promise<readonly Commit[]> {
  const { base, head } = ends;
  const read = () => log(repo, { include: head, exclude: base }, page);
  // What is in quarantine may never become part of the repository.
  if (typeof repo !== 'string' || !isSha(base) || !isSha(head)) return read();
  return between([repo, base, head, page.skip, page.limit].join('\0'), read);
}

/** How many commits a range holds; with `limit` counting stops there. */
export async function countCommits(
  repo: Repo,
  range: Range,
  options: Omit<LogOptions, 'skip' | 'topoOrder'> = {},
): Promise<number> {
  const { stdout } = await git(repo, [
    'rev-list',
    '--count',
    ...selection(options),
    '--end-of-options',
    ...revisions(range),
    ...pathArguments(options.path),
  ]);
  return Number(stdout.toString('latin1').trim());
}

/**
 * The commits of these ids, in this order. Most are read by the kept reader of the repository; for
 * those whose bytes do not say all there is one process.
 */
export async function commitsOf(repo: Repo, shas: readonly string[]): Promise<Commit[]> {
  const wanted = [...new Set(shas.map(sha))];
  const bySha = new Map<string, Commit>();
  if (typeof repo === 'string') {
    for (const commit of await Promise.all(wanted.map((id) => readPlainCommit(repo, id)))) {
      if (commit !== undefined) bySha.set(commit.sha, commit);
    }
  }
  for (const commit of await listed(
    repo,
    wanted.filter((id) => !bySha.has(id)),
  )) {
    bySha.set(commit.sha, commit);
  }
  return shas.map((id) => bySha.get(id)).filter((commit) => commit !== undefined);
}

async function listed(repo: Repo, shas: readonly string[]): Promise<Commit[]> {
  if (shas.length === 0) return [];
  const { stdout } = await git(
    repo,
    ['log', '--no-walk=unsorted', `--format=${logFormat.format}`, '--stdin'],
    { stdin: `${shas.join('\n')}\n` },
  );
  return logFormat.parse(stdout).map(commitOf);
}

/** One commit, which must exist. */
export async function commitOfSha(repo: Repo, id: string): Promise<Commit> {
  const [commit] = await commitsOf(repo, [id]);
  if (!commit) throw new InvalidGitName('commit');
  return commit;
}

export interface Branch {
  readonly name: string;
  readonly commit: Commit;
}

/** The branches with their commits, by name, in one process; all of them or those of `names`. */
export async function listBranches(repo: Repo, names?: readonly string[]): Promise<Branch[]> {
  if (names?.length === 0) return [];
  const patterns = names?.map((name) => refName(`refs/heads/${name}`)) ?? ['refs/heads'];
  const { stdout } = await git(repo, [
    'for-each-ref',
    `--format=${branchFormat.format}`,
    '--',
    ...patterns,
  ]);
  return branchFormat.parse(stdout).map((fields) => ({
    name: fields.name.slice('refs/heads/'.length),
    commit: commitOf(fields),
  }));
}

function selection(options: LogOptions): string[] {
  const seconds = (date: Date): string => `@${Math.floor(date.getTime() / 1000)} +0000`;
  const args: string[] = [];
  if (options.skip) args.push(`--skip=${options.skip}`);
  if (options.limit !== undefined) args.push(`--max-count=${options.limit}`);
  if (options.since) args.push(`--since=${seconds(options.since)}`);
  if (options.until) args.push(`--until=${seconds(options.until)}`);
  // Fixed: a text from outside is no pattern, which could also take for ever.
  if (options.author) args.push('--fixed-strings', '-i', `--author=${line(options.author)}`);
  if (options.firstParent) args.push('--first-parent');
  if (options.topoOrder) args.push('--topo-order');
  return args;
}

function revisions(range: Range): string[] {
  const list = (value: string | readonly string[] | undefined): readonly string[] =>
    typeof value === 'string' ? [value] : (value ?? []);
  return [
    ...list(range.include).map(revision),
    ...list(range.exclude).map((text) => `^${revision(text)}`),
  ];
}

function pathArguments(text: string | undefined): string[] {
  const path = text === undefined ? '' : treePath(text);
  if (path === undefined) throw new InvalidGitName('path');
  return path === '' ? ['--'] : ['--', path];
}

function line(text: string): string {
  if (/[\0\n]/.test(text)) throw new InvalidGitName('author');
  return text;
}

function commitOf(fields: Record<keyof typeof commitFields, string>): Commit {
  return {
    sha: fields.sha,
    tree: fields.tree,
    parents: fields.parents === '' ? [] : fields.parents.split(' '),
    message: fields.message,
    title: fields.message.split('\n', 1)[0] ?? '',
    author: {
      name: fields.authorName,
      email: fields.authorEmail,
      date: isoDate(fields.authorDate),
    },
    committer: {
      name: fields.committerName,
      email: fields.committerEmail,
      date: isoDate(fields.committerDate),
    },
    trailers: fields.trailers.split('\n').flatMap((text) => {
      const end = text.indexOf('\x01');
      return end < 0 ? [] : [{ key: text.slice(0, end), value: text.slice(end + 1) }];
    }),
  };
}

/** A commit can claim any time, or none that can be read: those before 1970 or after 9999 too. */
function isoDate(seconds: string): string {
  const time = Number(seconds);
  const usable = seconds !== '' && time >= 0 && time < 253_402_300_800;
  return new Date(usable ? time * 1000 : 0).toISOString();
}
