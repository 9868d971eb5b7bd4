import * as z from 'zod';
import { datetime, filledText, keysetQuery, pageQuery, timestamp, underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { basicPipeline } from './pipeline-record.ts';
import { commitSignature } from './signatures.ts';

/** A commit as lists carry it. */
export const commit = z
  .object({
    id: z.string(),
    short_id: z.string(),
    created_at: timestamp,
    parent_ids: z.array(z.string()),
    title: z.string(),
    message: z.string(),
    author_name: z.string(),
    author_email: z.string(),
    authored_date: timestamp,
    committer_name: z.string(),
    committer_email: z.string(),
    committed_date: timestamp,
    /** The last value of each key. */
    trailers: z.record(z.string(), z.string()),
    /** All values of each key. */
    extended_trailers: z.record(z.string(), z.array(z.string())),
    web_url: z.string(),
  })
  .meta({ id: 'Commit' });

export type Commit = z.output<typeof commit>;

const stats = z.object({ additions: z.int(), deletions: z.int(), total: z.int() });

const commitDetail = z
  .object({
    ...commit.shape,
    stats,
    status: z.string().nullable(),
    project_id: z.int(),
    last_pipeline: basicPipeline.nullable(),
  })
  .meta({ id: 'CommitDetail' });

/** One changed file of a comparison. */
export const diff = z
  .object({
    old_path: z.string(),
    new_path: z.string(),
    a_mode: z.string(),
    b_mode: z.string(),
    diff: z.string(),
    new_file: z.boolean(),
    renamed_file: z.boolean(),
    deleted_file: z.boolean(),
    generated_file: z.boolean(),
    collapsed: z.boolean(),
    too_large: z.boolean(),
  })
  .meta({ id: 'Diff' });

export type Diff = z.output<typeof diff>;

const commitParams = z.object({ ...underId.shape, sha: z.string() });

const action = z.object({
  action: z.enum(['create', 'delete', 'move', 'update', 'chmod']),
  file_path: filledText(),
  previous_path: z.string().optional(),
  content: z.string().optional(),
  encoding: z.enum(['text', 'base64']).default('text'),
  last_commit_id: z.string().optional(),
  execute_filemode: z.boolean().optional(),
});

const picked = {
  branch: filledText(),
  dry_run: z.boolean().default(false).describe('Only say whether it would work'),
};
const pickedOrTried = z.union([commit, z.object({ dry_run: z.string() })]);

export const commits = {
  list: defineEndpoint({
    id: 'commits.list',
    method: 'GET',
    path: '/projects/:id/repository/commits',
    summary: 'Commits of a branch, tag or range, the newest first',
    access: { who: 'anyone', project: 'read_code' },
    params: underId,
    query: z.object({
      ...pageQuery,
      ref_name: z.string().optional(),
      path: z.string().optional(),
      author: z.string().optional(),
      since: datetime().optional(),
      until: datetime().optional(),
      all: z.boolean().optional(),
      first_parent: z.boolean().optional(),
      order: z.enum(['default', 'topo']).default('default'),
      ...keysetQuery,
      order_by: z
        .string()
        .default('committed_date')
        .describe('Of pages in keyset order, which know no other'),
    }),
    response: z.array(commit),
    status: [200],
    paginated: true,
    keyset: ['committed_date'],
  }),
  show: defineEndpoint({
    id: 'commits.show',
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha',
    summary: 'One commit of an id, branch or tag',
    access: { who: 'anyone', project: 'read_code' },
    params: commitParams,
    response: commitDetail,
    status: [200],
  }),
  diff: defineEndpoint({
    id: 'commits.diff',
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha/diff',
    summary: 'What a commit changed against its first parent',
    access: { who: 'anyone', project: 'read_code' },
    params: commitParams,
    query: z.object({ ...pageQuery, unidiff: z.boolean().optional() }),
    response: z.array(diff),
    status: [200],
    paginated: true,
  }),
  refs: defineEndpoint({
    id: 'commits.refs',
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha/refs',
    summary: 'Branches and tags that contain a commit',
    access: { who: 'anyone', project: 'read_code' },
    params: commitParams,
    query: z.object({ ...pageQuery, type: z.enum(['branch', 'tag', 'all']).default('all') }),
    response: z.array(z.object({ type: z.enum(['branch', 'tag']), name: z.string() })),
    status: [200],
    paginated: true,
  }),
  signature: defineEndpoint({
    id: 'commits.signature',
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha/signature',
    summary: 'The signature of a commit; 404 where there is none',
    access: { who: 'anyone', project: 'read_code' },
    params: commitParams,
    response: commitSignature,
    status: [200],
  }),
  sequence: defineEndpoint({
    id: 'commits.sequence',
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha/sequence',
    summary: 'How many commits lead to a commit, itself included',
    access: { who: 'anyone', project: 'read_code' },
    params: commitParams,
    query: z.object({ first_parent: z.boolean().default(false) }),
    response: z.object({ count: z.int() }),
    status: [200],
  }),
  create: defineEndpoint({
    id: 'commits.create',
    method: 'POST',
    path: '/projects/:id/repository/commits',
    summary: 'Commit several changes of files at once',
    access: { who: 'user', project: 'push_code' },
    params: underId,
    body: z.object({
      branch: filledText(),
      commit_message: filledText(),
      start_branch: z.string().optional(),
      start_sha: z.string().optional(),
      author_email: z.string().optional(),
      author_name: z.string().optional(),
      force: z.boolean().default(false),
      stats: z.boolean().default(true),
      actions: z.array(action),
    }),
    exclusive: [['start_branch', 'start_sha']],
    response: z.object({ ...commitDetail.shape, stats: stats.optional() }),
    status: [201],
  }),
  cherryPick: defineEndpoint({
    id: 'commits.cherryPick',
    method: 'POST',
    path: '/projects/:id/repository/commits/:sha/cherry_pick',
    summary: 'Bring the change of a commit to another branch',
    access: { who: 'user', project: 'push_code' },
    params: commitParams,
    body: z.object({ ...picked, message: z.string().optional() }),
    response: pickedOrTried,
    status: [201, 200],
  }),
  revert: defineEndpoint({
    id: 'commits.revert',
    method: 'POST',
    path: '/projects/:id/repository/commits/:sha/revert',
    summary: 'Take the change of a commit back on a branch',
    access: { who: 'user', project: 'push_code' },
    params: commitParams,
    body: z.object(picked),
    response: pickedOrTried,
    status: [201, 200],
  }),
  compare: defineEndpoint({
    id: 'commits.compare',
    method: 'GET',
    path: '/projects/:id/repository/compare',
    summary: 'Commits and changed files between two branches, tags or commits',
    access: { who: 'anyone', project: 'read_code' },
    params: underId,
    query: z.object({
      from: filledText(),
      to: filledText(),
      straight: z.boolean().default(false),
    }),
    response: z.object({
      commit: commit.nullable(),
      commits: z.array(commit),
      diffs: z.array(diff),
      compare_timeout: z.boolean(),
      compare_same_ref: z.boolean(),
      web_url: z.string(),
    }),
    status: [200],
  }),
} as const;
