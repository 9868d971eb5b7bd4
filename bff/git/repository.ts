import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Repo, repoPath } from './environment.ts';
import { InvalidGitName, isBranchName } from './names.ts';
import { closeObjects } from './objects.ts';
import { spawnGit } from './process.ts';
import { git, gitText } from './run.ts';

/** A repository is in the way of a new one. */
export class RepositoryExists extends Error {
  constructor() {
    super('a repository of this path exists');
    this.name = 'RepositoryExists';
  }
}

/** Where a project's repository lies below the repositories folder; names and renames do not matter. */
export function hashedPath(projectId: number): string {
  const hash = createHash('sha256').update(String(projectId)).digest('hex');
  return `@hashed/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}.git`;
}

/**
 * Makes an empty bare repository. It appears whole or not at all: it is built under another name
 * and renamed.
 */
export async function initBare(path: string, defaultBranch: string): Promise<void> {
  const branch = branchName(defaultBranch);
  const building = `${path}.${randomBytes(6).toString('hex')}.new`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await git(building, ['init', '--quiet', '--bare', '--template=', `--initial-branch=${branch}`]);
    // Git does not: after a power loss the database would know a project without a repository.
    for (const name of ['config', 'HEAD', '']) await sync(join(building, name));
    await rename(building, path);
    await sync(dirname(path));
  } catch (error) {
    await rm(building, { recursive: true, force: true });
    if (isExisting(error)) throw new RepositoryExists();
    throw error;
  }
}

/** Removes a repository; other processes see it whole or gone. */
export async function removeRepository(path: string): Promise<void> {
  closeObjects(path);
  const leaving = `${path}.${randomBytes(6).toString('hex')}.gone`;
  try {
    await rename(path, leaving);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  await rm(leaving, { recursive: true, force: true });
}

/** Whether a repository lies at this path. */
export async function repositoryExists(path: string): Promise<boolean> {
  try {
    return (await stat(`${path}/HEAD`)).isFile();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Points HEAD at a branch, which need not exist yet. */
export async function setHead(repo: Repo, branch: string): Promise<void> {
  await git(repo, ['symbolic-ref', 'HEAD', `refs/heads/${branchName(branch)}`]);
}

/** The branch that HEAD points at; asks no git process. */
export async function readHead(repo: Repo): Promise<string> {
  const text = await readFile(join(repoPath(repo), 'HEAD'), 'utf8');
  const branch = /^ref: refs\/heads\/(.+)\n$/.exec(text)?.[1];
  if (branch === undefined) throw new Error('HEAD of a repository points at no branch');
  return branch;
}

/** Bytes that the objects of a repository take on disk. */
export async function repositorySize(repo: Repo): Promise<number> {
  const report = await gitText(repo, ['count-objects', '-v']);
  const kibibytes = (name: string): number =>
    Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(report)?.[1] ?? 0);
  return (kibibytes('size') + kibibytes('size-pack')) * 1024;
}

/**
 * Packs what pushes and merges left loose and indexes histories and paths, so that reads and clones
 * stay fast. Removes no object, reachable or not, and may run while others read and push; a second
 * run at the same time is wasted work.
 */
export async function housekeep(repo: string, signal?: AbortSignal): Promise<void> {
  await git(repo, ['pack-refs', '--all'], { signal });
  await git(repo, ['repack', '--quiet', '-d', '--geometric=2', '--write-midx'], { signal });
  const graph = ['commit-graph', 'write', '--reachable', '--changed-paths', '--no-progress'];
  await git(repo, graph, { signal });
}

/** The version of the installed git as numbers. Rejects where git cannot be started. */
export async function gitVersion(): Promise<readonly number[]> {
  const { stdout, child } = spawnGit(['version']);
  let text = '';
  stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  return (/\d+(\.\d+)*/.exec(text)?.[0] ?? '0').split('.').map(Number);
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function branchName(name: string): string {
  if (isBranchName(name)) return name;
  throw new InvalidGitName('branch name');
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function isExisting(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOTEMPTY' || error.code === 'EEXIST' || error.code === 'ENOTDIR')
  );
}
