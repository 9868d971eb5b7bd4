import { createInterface } from 'node:readline';
import type { Repo } from './environment.ts';
import { sha } from './names.ts';
import { gitStream } from './run.ts';

/** A blob with one of the paths at which it lies. */
interface FoundBlob {
  readonly sha: string;
  readonly path: string;
}

/**
 * Blobs of more than `most` bytes that these commits bring and no ref of the repository has yet, in
 * whichever of the commits they lie. One process, and a second one where there are such blobs.
 */
export async function largeBlobs(
  repo: Repo,
  commits: readonly string[],
  most: number,
): Promise<FoundBlob[]> {
  const fresh = [...commits.map(sha), '--not', '--all'];
  const filter = [`--filter=blob:limit=${most + 1}`, '--filter-print-omitted'];
  const omitted = new Set<string>();
  for await (const line of linesOf(repo, ['rev-list', '--objects', ...filter, ...fresh])) {
    if (line.startsWith('~')) omitted.add(line.slice(1, 41));
  }
  if (omitted.size === 0) return [];
  const found: FoundBlob[] = [];
  for await (const line of linesOf(repo, ['rev-list', '--objects', ...fresh])) {
    const id = line.slice(0, 40);
    if (omitted.has(id)) found.push({ sha: id, path: line.slice(41) });
  }
  return found;
}

const linesOf = (repo: Repo, args: readonly string[]) =>
  createInterface({ input: gitStream(repo, args), crlfDelay: Number.POSITIVE_INFINITY });
