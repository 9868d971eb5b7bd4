import { type Repo, repoPath } from './environment.ts';
import { gitText } from './run.ts';

/** Bytes of the objects of a repository, with those of a push that is still in quarantine. */
export async function storedBytes(repo: Repo): Promise<number> {
  const own = await countedBytes(repoPath(repo));
  return typeof repo === 'string' ? own : own + (await countedBytes(repo));
}

async function countedBytes(repo: Repo): Promise<number> {
  const text = await gitText(repo, ['count-objects', '-v']);
  const kib = [...text.matchAll(/^size(?:-pack)?: (\d+)$/gm)];
  return kib.reduce((sum, [, count]) => sum + Number(count) * 1024, 0);
}
