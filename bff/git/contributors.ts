import type { Repo } from './environment.ts';
import { sha } from './names.ts';
import { gitText } from './run.ts';

export interface Contributor {
  readonly name: string;
  readonly email: string;
  readonly commits: number;
}

/** Authors of the commits that lead to this one, merges left out. */
export async function listContributors(repo: Repo, commit: string): Promise<Contributor[]> {
  const text = await gitText(repo, [
    'shortlog',
    '--summary',
    '--email',
    '--no-merges',
    sha(commit),
  ]);
  return text.split('\n').flatMap((line) => {
    const [, commits, name, email] = /^\s*(\d+)\t(.*) <([^>]*)>$/.exec(line) ?? [];
    return commits === undefined || name === undefined || email === undefined
      ? []
      : [{ name, email, commits: Number(commits) }];
  });
}
