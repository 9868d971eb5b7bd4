import type { Readable } from 'node:stream';
import type { ArchiveEnding, archives, repository } from '#contract/repository.ts';
import type { Page } from '#contract/common.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { Ctx } from '../../context.ts';
import { badRequest, DomainError, notFound, tooLarge } from '../../errors.ts';
import { type ArchiveFormat, openArchive } from '../../git/archive.ts';
import { type Commit, commitOfSha } from '../../git/commits.ts';
import { type Contributor, listContributors } from '../../git/contributors.ts';
import { isSha, treePath } from '../../git/names.ts';
import { objectInfo, openBlob, readObject } from '../../git/objects.ts';
import { GitError } from '../../git/process.ts';
import { mergeBaseOfAll } from '../../git/refs.ts';
import { resolve } from '../../git/resolve.ts';
import { listTree, type TreeEntry } from '../../git/tree.ts';
import { commitNamed } from '../commits/rules.ts';
import { type Project, repositoryPath } from '../projects/rules.ts';

type Paging = { offset: number; perPage: number };

/** Content that is answered as JSON is held in memory whole. */
export const largestContent = 20 * 1024 * 1024;

const places = ['tree', 'blob', 'commit'];

/** One page of what a folder holds: folders first, then files, then submodules. */
export async function treePage(
  ctx: Ctx,
  project: Project,
  query: QueryOf<typeof repository.tree> & { paging: Paging },
): Promise<Page<TreeEntry>> {
  const commit = await commitNamed(ctx, project, query.ref || project.default_branch, 'Tree');
  const { path = '', recursive, search = '' } = query;
  const all = await listTree(repositoryPath(ctx, project.id), commit, { path, recursive });
  if (all === undefined) throw notFound('invalid revision or path');
  const wanted = search.toLowerCase();
  const entries = all.filter(({ name }) => name.toLowerCase().includes(wanted));
  if (!recursive) entries.sort((a, b) => places.indexOf(a.type) - places.indexOf(b.type));
  const { offset, perPage } = query.paging;
  return { rows: entries.slice(offset, offset + perPage), total: entries.length };
}

async function blobInfo(ctx: Ctx, project: Project, sha: string) {
  const repo = repositoryPath(ctx, project.id);
  const info = isSha(sha) ? await objectInfo(repo, sha) : undefined;
  if (info?.type !== 'blob') throw notFound('Blob');
  return { repo, info };
}

/** A file by the id of its content; 413 where it is too large for an answer in JSON. */
export async function getBlob(
  ctx: Ctx,
  project: Project,
  sha: string,
): Promise<{ sha: string; size: number; content: Buffer }> {
  const { repo, info } = await blobInfo(ctx, project, sha);
  const object = await readObject(repo, sha, { maxBytes: largestContent });
  if (object?.content === undefined) throw tooLarge();
  return { sha, size: info.size, content: object.content };
}

/** The bytes of a file by the id of its content. */
export async function openBlobOf(
  ctx: Ctx,
  project: Project,
  sha: string,
): Promise<{ stream: Readable; binary: boolean }> {
  const { repo } = await blobInfo(ctx, project, sha);
  return openBlob(repo, sha);
}

const formats: Readonly<Record<ArchiveEnding, ArchiveFormat>> = {
  'tar.gz': 'tar.gz',
  tgz: 'tar.gz',
  gz: 'tar.gz',
  'tar.bz2': 'tar.bz2',
  tbz: 'tar.bz2',
  tbz2: 'tar.bz2',
  tb2: 'tar.bz2',
  bz2: 'tar.bz2',
  tar: 'tar',
  zip: 'zip',
};

/** The files of a commit as one archive, under the name that people save it by. */
export async function archive(
  ctx: Ctx,
  project: Project,
  query: QueryOf<typeof archives.zip> & { ending: ArchiveEnding },
): Promise<{ stream: Readable; fileName: string }> {
  const ref = query.sha || project.default_branch;
  const commit = await commitNamed(ctx, project, ref, 'File');
  if (treePath(query.path ?? '') === undefined) throw notFound('File');
  const format = formats[query.ending];
  const words = [project.path, ref, ...(isSha(ref) ? [] : [commit]), query.path ?? ''];
  const prefix = words
    .filter(Boolean)
    .map((word) => word.replace(/[^\w.-]+/g, '-').replace(/^-+|-+$/g, ''))
    .join('-');
  try {
    const options = { format, prefix, path: query.path };
    const stream = await openArchive(repositoryPath(ctx, project.id), commit, options);
    return { stream, fileName: `${prefix}.${format}` };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    // The packer is a program that may not be installed; otherwise the path is not there.
    const missing = format === 'tar.bz2' && !error.stderr.includes('pathspec');
    throw missing
      ? new DomainError({ kind: 'not_acceptable', format: query.ending })
      : notFound('File');
  }
}

/** One page of the authors of what leads to a ref. */
export async function contributorPage(
  ctx: Ctx,
  project: Project,
  query: QueryOf<typeof repository.contributors> & { paging: Paging },
): Promise<Page<Contributor>> {
  if (project.empty_repo === 1) return { rows: [], total: 0 };
  const commit = await commitNamed(ctx, project, query.ref || project.default_branch, 'Ref');
  const all = await listContributors(repositoryPath(ctx, project.id), commit);
  const by = query.order_by;
  const sign = query.sort === 'desc' ? -1 : 1;
  all.sort((a, b) => sign * (a[by] < b[by] ? -1 : a[by] > b[by] ? 1 : 0));
  const { offset, perPage } = query.paging;
  return { rows: all.slice(offset, offset + perPage), total: all.length };
}

const mostRefs = 20;

/** The best common ancestor of several refs; 404 where they have none. */
export async function mergeBase(
  ctx: Ctx,
  project: Project,
  refs: readonly string[],
): Promise<Commit> {
  const names = [...new Set(refs)];
  if (names.length < 2) throw badRequest('Provide at least 2 refs');
  if (names.length > mostRefs) throw badRequest(`Provide at most ${mostRefs} refs`);
  const repo = repositoryPath(ctx, project.id);
  const commits: string[] = [];
  for (const name of names) {
    const commit = await resolve(repo, name);
    if (commit === undefined) throw badRequest(`Could not find ref: ${name}`);
    commits.push(commit);
  }
  const found = await mergeBaseOfAll(repo, commits);
  if (found === undefined) throw notFound('Merge Base');
  return commitOfSha(repo, found);
}
