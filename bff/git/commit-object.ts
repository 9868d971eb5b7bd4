import type { Person } from './commits.ts';
import type { GitEnv, Repo } from './environment.ts';
import { InvalidGitName, sha } from './names.ts';
import { readObject } from './objects.ts';
import { gitText } from './run.ts';

export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: Person;
  readonly committer: Person;
}

/** Writes a commit and returns its id; no ref is moved. */
export async function createCommit(repo: Repo, commit: NewCommit): Promise<string> {
  if (commit.message.includes('\0')) throw new InvalidGitName('commit message');
  const parents = commit.parents.flatMap((parent) => ['-p', sha(parent)]);
  return gitText(repo, ['commit-tree', sha(commit.tree), ...parents, '-F', '-'], {
    stdin: commit.message,
    env: { ...identity('AUTHOR', commit.author), ...identity('COMMITTER', commit.committer) },
  });
}

/** How a person is written into commits: git refuses empty names and takes no angle brackets. */
export function identityLine(person: Person): string {
  const { name, email, seconds } = cleaned(person);
  return `${name} <${email}> ${seconds} +0000`;
}

function identity(role: 'AUTHOR' | 'COMMITTER', person: Person): GitEnv {
  const { name, email, seconds } = cleaned(person);
  return {
    [`GIT_${role}_NAME`]: name,
    [`GIT_${role}_EMAIL`]: email,
    [`GIT_${role}_DATE`]: `@${seconds} +0000`,
  };
}

function cleaned(person: Person): { name: string; email: string; seconds: number } {
  // What git itself cuts off at the ends of a name.
  const crud = /^[\s.,:;"'\\]{1,256}|[\s.,:;"'\\]{1,256}$/g;
  const clean = (text: string): string => text.replace(/[<>\p{Cc}]/gu, '').replace(crud, '');
  const email = clean(person.email);
  const name = clean(person.name) || email.replace(/@.*$/, '') || 'Unknown';
  const seconds = Math.max(0, Math.floor(Date.parse(person.date) / 1000));
  if (!Number.isFinite(seconds)) throw new InvalidGitName('date');
  return { name, email, seconds };
}

/** A commit in git's own bytes, each byte one character, so that copying it loses nothing. */
export interface RawCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  /** The whole author line: name, address, time and zone. */
  readonly author: string;
  readonly encoding: string | undefined;
  readonly message: string;
}

const maxCommitBytes = 16 * 1024 * 1024;

/** Reads a commit for copying. */
export async function readRawCommit(repo: Repo, id: string): Promise<RawCommit> {
  const object = await readObject(repo, sha(id), { maxBytes: maxCommitBytes });
  if (object?.type !== 'commit' || !object.content) throw new InvalidGitName('commit');
  const text = object.content.toString('latin1');
  const headEnd = text.indexOf('\n\n');
  const head = headEnd < 0 ? text : text.slice(0, headEnd);
  const values = (key: string): string[] =>
    head
      .split('\n')
      .flatMap((line) => (line.startsWith(`${key} `) ? [line.slice(key.length + 1)] : []));
  return {
    tree: values('tree')[0] ?? '',
    parents: values('parent'),
    author: values('author')[0] ?? '',
    encoding: values('encoding')[0],
    message: headEnd < 0 ? '' : text.slice(headEnd + 2),
  };
}

/** A commit's bytes; a signature is not copied, since it would not fit any more. */
export function rawCommitBytes(commit: RawCommit, committer: string): Buffer {
  const head = [
    `tree ${sha(commit.tree)}`,
    ...commit.parents.map((parent) => `parent ${sha(parent)}`),
    `author ${commit.author}`,
    `committer ${committer}`,
    ...(commit.encoding === undefined ? [] : [`encoding ${commit.encoding}`]),
  ];
  return Buffer.from(`${head.join('\n')}\n\n${commit.message}`, 'latin1');
}

/** Writes a copy of a commit with other parents or another tree, by another committer, now. */
export function writeRawCommit(repo: Repo, commit: RawCommit, committer: Person): Promise<string> {
  const line = Buffer.from(identityLine(committer)).toString('latin1');
  return gitText(repo, ['hash-object', '-t', 'commit', '-w', '--stdin'], {
    stdin: rawCommitBytes(commit, line),
  });
}
