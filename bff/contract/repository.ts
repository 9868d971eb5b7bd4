import * as z from 'zod';
import { commit } from './commits.ts';
import { commaList, pageQuery, underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

const read = { who: 'anyone', project: 'read_code' } as const;
const readsRepository = ['read_repository'] as const;

const treeEntry = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.enum(['tree', 'blob', 'commit']),
    path: z.string(),
    mode: z.string(),
  })
  .meta({ id: 'TreeEntry' });

const blob = z
  .object({ size: z.int(), encoding: z.string(), content: z.string(), sha: z.string() })
  .meta({ id: 'Blob' });

const contributor = z
  .object({
    name: z.string(),
    email: z.string(),
    commits: z.int(),
    additions: z.int(),
    deletions: z.int(),
  })
  .meta({ id: 'Contributor' });

const underBlob = z.object({ ...underId.shape, sha: z.string() });

const archiveQuery = z.object({
  sha: z.string().optional().describe('A branch, tag or commit; the default branch if absent'),
  path: z.string().optional().describe('A folder or file; all of the repository if absent'),
});

/** What the API calls a format, with the media type of its answer. */
export const archiveEndings = {
  'tar.gz': 'application/gzip',
  tgz: 'application/gzip',
  gz: 'application/gzip',
  'tar.bz2': 'application/x-bzip2',
  tbz: 'application/x-bzip2',
  tbz2: 'application/x-bzip2',
  tb2: 'application/x-bzip2',
  bz2: 'application/x-bzip2',
  tar: 'application/x-tar',
  zip: 'application/zip',
} as const;
export type ArchiveEnding = keyof typeof archiveEndings;

/** One endpoint for each ending, since the ending is a part of the last segment. */
const archiveAs = (id: string, ending: ArchiveEnding) =>
  defineEndpoint({
    id: `archives.${id}`,
    method: 'GET',
    path: `/projects/:id/repository/archive.${ending}`,
    summary: `The files of a commit as .${ending}`,
    access: read,
    scopes: readsRepository,
    params: underId,
    query: archiveQuery,
    response: z.string(),
    media: archiveEndings[ending],
    status: [200],
  });

export const archives = {
  'tar.gz': archiveAs('tarGz', 'tar.gz'),
  tgz: archiveAs('tgz', 'tgz'),
  gz: archiveAs('gz', 'gz'),
  'tar.bz2': archiveAs('tarBz2', 'tar.bz2'),
  tbz: archiveAs('tbz', 'tbz'),
  tbz2: archiveAs('tbz2', 'tbz2'),
  tb2: archiveAs('tb2', 'tb2'),
  bz2: archiveAs('bz2', 'bz2'),
  tar: archiveAs('tar', 'tar'),
  zip: archiveAs('zip', 'zip'),
} as const;

export const repository = {
  tree: defineEndpoint({
    id: 'repository.tree',
    method: 'GET',
    path: '/projects/:id/repository/tree',
    summary: 'What a folder of a repository holds, folders first',
    access: read,
    params: underId,
    query: z.object({
      ...pageQuery,
      path: z.string().optional(),
      ref: z.string().optional(),
      recursive: z.boolean().default(false),
      search: z.string().optional().describe('Names that contain it, in any case; beyond v4'),
    }),
    response: z.array(treeEntry),
    status: [200],
    paginated: true,
  }),
  blob: defineEndpoint({
    id: 'repository.blob',
    method: 'GET',
    path: '/projects/:id/repository/blobs/:sha',
    summary: 'A file by the id of its content',
    access: read,
    params: underBlob,
    response: blob,
    status: [200],
  }),
  rawBlob: defineEndpoint({
    id: 'repository.rawBlob',
    method: 'GET',
    path: '/projects/:id/repository/blobs/:sha/raw',
    summary: 'The bytes of a file by the id of its content',
    access: read,
    params: underBlob,
    response: z.string(),
    media: 'text/plain',
    status: [200],
  }),
  archive: defineEndpoint({
    id: 'repository.archive',
    method: 'GET',
    path: '/projects/:id/repository/archive',
    summary: 'The files of a commit as one archive, .tar.gz',
    access: read,
    scopes: readsRepository,
    params: underId,
    query: archiveQuery,
    response: z.string(),
    media: archiveEndings['tar.gz'],
    status: [200],
  }),
  contributors: defineEndpoint({
    id: 'repository.contributors',
    method: 'GET',
    path: '/projects/:id/repository/contributors',
    summary: 'Authors with the numbers of their commits',
    access: read,
    params: underId,
    query: z.object({
      ...pageQuery,
      ref: z.string().optional(),
      order_by: z.enum(['name', 'email', 'commits']).default('commits'),
      sort: z.enum(['asc', 'desc']).default('asc'),
    }),
    response: z.array(contributor),
    status: [200],
    paginated: true,
  }),
  mergeBase: defineEndpoint({
    id: 'repository.mergeBase',
    method: 'GET',
    path: '/projects/:id/repository/merge_base',
    summary: 'The best common ancestor of branches, tags or commits',
    access: read,
    params: underId,
    query: z.object({ refs: commaList() }),
    response: commit,
    status: [200],
  }),
} as const;
