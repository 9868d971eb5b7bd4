import type { Repo } from './environment.ts';
import { InvalidGitName, sha, treePath } from './names.ts';
import { git } from './run.ts';

/** Lines that follow each other and that the same commit changed last. */
export interface BlamePart {
  readonly sha: string;
  readonly lines: readonly string[];
}

/** Who changed each line of a file last; of the lines from `start` to `end` where given. */
export async function blame(
  repo: Repo,
  commit: string,
  file: { path: string; range?: { start: number; end: number } | undefined },
): Promise<BlamePart[]> {
  const path = treePath(file.path);
  if (!path) throw new InvalidGitName('path');
  const { range } = file;
  const { stdout } = await git(repo, [
    'blame',
    '--porcelain',
    ...(range === undefined ? [] : [`-L${range.start},${range.end}`]),
    sha(commit),
    '--',
    path,
  ]);
  return parse(stdout.toString('utf8'));
}

/** A header names the commit of each line; what belongs to the line itself begins with a tab. */
function parse(output: string): BlamePart[] {
  const parts: { sha: string; lines: string[] }[] = [];
  let current = '';
  for (const line of output.split('\n')) {
    if (line.startsWith('\t')) {
      const last = parts.at(-1);
      if (last?.sha === current) last.lines.push(line.slice(1));
      else parts.push({ sha: current, lines: [line.slice(1)] });
      continue;
    }
    const [, id] = /^([0-9a-f]{40}) \d+ \d+(?: \d+)?$/.exec(line) ?? [];
    if (id !== undefined) current = id;
  }
  return parts;
}
