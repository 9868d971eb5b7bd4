import { createHash } from 'node:crypto';
import type { DependencyFinding } from '#contract/dependencies.ts';
import { lockFileAt, mostComponents, readerVersion } from '../../dependencies/files.ts';
import { openFileReader } from '../../dependencies/read.ts';
import { type Ctx, now, transact } from '../../context.ts';
import { readObject } from '../../git/objects.ts';
import { resolve } from '../../git/resolve.ts';
import { listTree, type TreeEntry } from '../../git/tree.ts';
import { enqueue, enqueueAll } from '../../jobs/queue.ts';
import { findProjectById, type Project, repositoryPath } from '../projects/rules.ts';
import {
  deleteOldLists,
  deleteOldReadings,
  findReading,
  insertReading,
  listStaleProjects,
  setProjectList,
} from './repository.ts';
import { type Located, storeList } from './store-rules.ts';
import { isoOf } from '../../clock.ts';

const mostFiles = 200;
const mostBytes = 20 * 1024 * 1024;
const mostFindings = 100;

/** Asks for the dependencies of the newest commit of a project's default branch. */
export const askForReading = (ctx: Ctx, projectId: number): Promise<void> =>
  enqueue(
    ctx,
    'read_dependencies',
    { project_id: projectId, sha: null },
    { dedup: String(projectId) },
  );

/** Asks for the dependencies of a pipeline's commit, unless they are known. */
export async function askForReadingOf(ctx: Ctx, projectId: number, sha: string): Promise<void> {
  if ((await findReading(ctx.db, projectId, sha)) !== undefined) return;
  const dedup = `${projectId}:${sha}`;
  await enqueue(ctx, 'read_dependencies', { project_id: projectId, sha }, { dedup });
}

const staleAtOnce = 500;

/**
 * The job of each start: asks for what an older reader has read to be read anew. Each project has a
 * job of its own that ends done or failed; what is not read anew stays as it was.
 */
export async function askForStaleReadings(ctx: Ctx, after: number): Promise<void> {
  const ids = await listStaleProjects(ctx.db, { id: after, limit: staleAtOnce });
  if (ids.length === 0) return;
  await transact(ctx, async (ctx) => {
    const jobs = ids.map((id) => ({ payload: { project_id: id, sha: null }, dedup: String(id) }));
    await enqueueAll(ctx, 'read_dependencies', jobs);
    if (ids.length < staleAtOnce) return;
    await enqueue(ctx, 'reread_dependencies', { after: ids.at(-1) ?? 0 });
  });
}

/** The job: reads a commit, or the newest one of the default branch, which becomes the project's. */
export async function readDependencies(
  ctx: Ctx,
  of: { project_id: number; sha: string | null },
): Promise<void> {
  const project = await findProjectById(ctx, of.project_id);
  if (project === undefined) return;
  const repo = repositoryPath(ctx, project.id);
  const head = () => resolve(repo, `refs/heads/${project.default_branch}`);
  const sha = of.sha === null ? await head() : await resolve(repo, of.sha);
  if (sha === undefined) return;
  const known = await findReading(ctx.db, project.id, sha);
  const listId = known?.list_id ?? (await readCommit(ctx, project, sha));
  await transact(ctx, async (ctx) => {
    const time = now(ctx);
    const commit = { project_id: project.id, sha, list_id: listId };
    await insertReading(ctx.db, { ...commit, created_at: time });
    if (of.sha !== null) return;
    await setProjectList(ctx.db, { ...commit, updated_at: time });
    await deleteOldReadings(ctx.db, project.id, sha);
    await deleteOldLists(ctx.db, project.id, {
      before: time,
      abandoned: isoOf(ctx.clock.now() - 86_400_000),
    });
  });
  // A push may have come in between, whose own job was quicker.
  if (of.sha === null && (await head()) !== sha) await askForReading(ctx, project.id);
}

async function readCommit(ctx: Ctx, project: Project, sha: string): Promise<number> {
  const repo = repositoryPath(ctx, project.id);
  const entries = (await listTree(repo, sha, { recursive: true })) ?? [];
  // Links are not followed.
  const blobs = entries.filter(({ type, mode }) => type === 'blob' && mode.startsWith('100'));
  const files = blobs.filter(({ path }) => lockFileAt(path) !== undefined);
  const besides = new Map(blobs.map((entry) => [entry.path, entry]));
  const hash = createHash('sha256').update(`${readerVersion}\n`);
  for (const entry of files) {
    for (const one of [entry, ...besidesOf(entry, besides)])
      hash.update(`${one.path}\0${one.sha}\n`);
  }
  const list = await storeList(ctx, project.id, {
    key: hash.digest('hex'),
    readerVersion,
    read: () => readFiles(ctx, repo, { files, besides }),
  });
  return list.id;
}

/** The files that help to understand one. */
function besidesOf(entry: TreeEntry, all: ReadonlyMap<string, TreeEntry>): TreeEntry[] {
  const folder = entry.path.slice(0, entry.path.length - entry.name.length);
  return (lockFileAt(entry.path)?.beside ?? []).flatMap((name) => all.get(folder + name) ?? []);
}

async function readFiles(
  ctx: Ctx,
  repo: string,
  { files, besides }: { files: readonly TreeEntry[]; besides: ReadonlyMap<string, TreeEntry> },
): Promise<{ components: Located[]; findings: DependencyFinding[] }> {
  const components: Located[] = [];
  const findings: DependencyFinding[] = [];
  const reader = openFileReader();
  const textOf = async (entry: TreeEntry) =>
    (await readObject(repo, entry.sha, { maxBytes: mostBytes }))?.content?.toString('utf8');
  try {
    for (const [at, entry] of files.entries()) {
      ctx.signal?.throwIfAborted();
      const problems = [];
      const file = lockFileAt(entry.path);
      const text = at < mostFiles ? await textOf(entry) : undefined;
      if (at >= mostFiles) problems.push(`Only the first ${mostFiles} files are read`);
      else if (text === undefined) problems.push('It is larger than 20 MiB');
      else if (file !== undefined) {
        const beside: Record<string, string> = {};
        for (const one of besidesOf(entry, besides)) beside[one.name] = (await textOf(one)) ?? '';
        const answer = await reader.read({ packager: file.packager, text, beside });
        if ('problems' in answer) problems.push(...answer.problems);
        else if (components.length + answer.components.length > mostComponents) {
          problems.push(`A project has ${mostComponents} dependencies at most`);
        } else {
          for (const one of answer.components) components.push({ ...one, path: entry.path });
        }
      }
      for (const text of problems) findings.push({ path: entry.path, text });
    }
  } finally {
    reader.close();
  }
  return { components, findings: findings.slice(0, mostFindings) };
}
