import type { Readable } from 'node:stream';
import type { Repo } from './environment.ts';
import { revision } from './names.ts';
import { gitStream } from './run.ts';

/**
 * Which of these commits `include` contains and `exclude` does not; read as a stream, so that the
 * length of the history costs no memory.
 */
export async function commitsAmong(
  repo: Repo,
  range: { readonly include: string; readonly exclude: string | undefined },
  wanted: ReadonlySet<string>,
): Promise<Set<string>> {
  if (wanted.size === 0) return new Set();
  const exclude = range.exclude === undefined ? [] : [`^${revision(range.exclude)}`];
  const output = gitStream(repo, [
    'rev-list',
    '--end-of-options',
    revision(range.include),
    ...exclude,
    '--',
  ]);
  return among(output, wanted);
}

/** Which of these commits contain `of`, as far as they are contained in one of the heads. */
export async function descendantsAmong(
  repo: Repo,
  range: { readonly of: string; readonly heads: readonly string[] },
  wanted: ReadonlySet<string>,
): Promise<Set<string>> {
  if (range.heads.length === 0 || wanted.size === 0) return new Set();
  const ends = [`^${revision(range.of)}`, ...range.heads.map((head) => revision(head))];
  const output = gitStream(repo, ['rev-list', '--ancestry-path', '--stdin'], {
    stdin: `${ends.join('\n')}\n`,
  });
  return among(output, wanted);
}

/** Those of the commits wanted that git tells of. */
async function among(output: Readable, wanted: ReadonlySet<string>): Promise<Set<string>> {
  const found = new Set<string>();
  let rest = '';
  for await (const chunk of output as AsyncIterable<Buffer>) {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (wanted.has(line)) found.add(line);
    // Leaving the loop ends git.
    if (found.size === wanted.size) break;
  }
  return found;
}
