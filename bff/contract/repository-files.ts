import * as z from 'zod';
import { commit } from './commits.ts';
import { filledText, underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

const repositoryFile = z
  .object({
    file_name: z.string(),
    file_path: z.string(),
    size: z.int(),
    encoding: z.string(),
    content: z.string(),
    content_sha256: z.string(),
    ref: z.string(),
    blob_id: z.string(),
    commit_id: z.string(),
    last_commit_id: z.string(),
    execute_filemode: z.boolean(),
  })
  .meta({ id: 'RepositoryFile' });

/** What a change of a file answers. */
const changedFile = z
  .object({ file_path: z.string(), branch: z.string() })
  .meta({ id: 'ChangedFile' });

const path = '/projects/:id/repository/files/:file_path';
const params = z.object({ ...underId.shape, file_path: z.string() });
const reads = { who: 'anyone', project: 'read_code' } as const;
const writes = { who: 'user', project: 'push_code' } as const;
const scopes = ['read_repository'] as const;

const commitFields = {
  branch: filledText(),
  start_branch: z.string().optional(),
  commit_message: filledText(),
  author_email: z.string().optional(),
  author_name: z.string().optional(),
};
const contentFields = {
  content: z.string(),
  encoding: z.enum(['text', 'base64']).default('text'),
  execute_filemode: z.boolean().optional(),
};
/** The commit that changed the file last as the caller saw it; a newer one refuses the change. */
const last_commit_id = z.string().optional();

export const repositoryFiles = {
  show: defineEndpoint({
    id: 'repositoryFiles.show',
    method: 'GET',
    path,
    summary: 'A file with its content in base64',
    access: reads,
    scopes,
    params,
    query: z.object({ ref: filledText() }),
    response: repositoryFile,
    status: [200],
  }),
  raw: defineEndpoint({
    id: 'repositoryFiles.raw',
    method: 'GET',
    path: `${path}/raw`,
    summary: 'The bytes of a file',
    access: reads,
    limited: 'raw_file',
    scopes,
    params,
    query: z.object({ ref: z.string().optional(), lfs: z.boolean().optional() }),
    response: z.string(),
    media: 'text/plain',
    status: [200],
  }),
  blame: defineEndpoint({
    id: 'repositoryFiles.blame',
    method: 'GET',
    path: `${path}/blame`,
    summary: 'Who changed each line of a file last',
    access: reads,
    scopes,
    params,
    query: z.object({
      ref: filledText(),
      range: z.object({ start: z.int().min(1), end: z.int().min(1) }).optional(),
    }),
    response: z.array(z.object({ commit, lines: z.array(z.string()) })),
    status: [200],
  }),
  create: defineEndpoint({
    id: 'repositoryFiles.create',
    method: 'POST',
    path,
    summary: 'Commit a new file',
    access: writes,
    params,
    body: z.object({ ...commitFields, ...contentFields }),
    response: changedFile,
    status: [201],
  }),
  update: defineEndpoint({
    id: 'repositoryFiles.update',
    method: 'PUT',
    path,
    summary: 'Commit a new content of a file',
    access: writes,
    params,
    body: z.object({ ...commitFields, ...contentFields, last_commit_id }),
    response: changedFile,
    status: [200],
  }),
  remove: defineEndpoint({
    id: 'repositoryFiles.remove',
    method: 'DELETE',
    path,
    summary: 'Commit the removal of a file',
    access: writes,
    params,
    body: z.object({ ...commitFields, last_commit_id }),
    response: null,
    status: [204],
  }),
} as const;
