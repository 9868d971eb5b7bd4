import type { Commit, Person } from './commits.ts';
import type { Repo } from './environment.ts';
import { readObject } from './objects.ts';

const maxBytes = 64 * 1024;
const identity = /^(.+) <([^<>\n]*)> (\d{1,11}) [+-]\d{4}$/;

/**
 * A commit without a process of its own: most say in plain bytes all that git would. Undefined for
 * one of another encoding, with what may be trailers, or of an unusual form, and for what is none.
 */
export async function readPlainCommit(repo: Repo, id: string): Promise<Commit | undefined> {
  const object = await readObject(repo, id, { maxBytes });
  if (object?.type !== 'commit' || object.content === undefined) return undefined;
  const text = object.content.toString('utf8');
  const headEnd = text.indexOf('\n\n');
  if (headEnd < 0) return undefined;
  const message = text.slice(headEnd + 2);
  const [title = '', ...rest] = message.split('\n');
  // A trailer is a key and a value with a colon between them.
  if (title === '' || message.includes('\0') || rest.some((line) => line.includes(':'))) {
    return undefined;
  }
  const head = text.slice(0, headEnd).split('\n');
  const values = (key: string): string[] =>
    head.flatMap((line) => (line.startsWith(`${key} `) ? [line.slice(key.length + 1)] : []));
  const [tree, author, committer] = [
    values('tree')[0],
    personOf(values('author')[0]),
    personOf(values('committer')[0]),
  ];
  if (values('encoding').length > 0 || !tree || !author || !committer) return undefined;
  const parents = values('parent');
  return { sha: object.sha, tree, parents, message, title, author, committer, trailers: [] };
}

function personOf(line: string | undefined): Person | undefined {
  const [, name, email, seconds] = identity.exec(line ?? '') ?? [];
  if (name === undefined || email === undefined || name !== name.trim()) return undefined;
  return { name, email, date: new Date(Number(seconds) * 1000).toISOString() };
}
