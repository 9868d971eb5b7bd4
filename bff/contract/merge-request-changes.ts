import * as z from 'zod';
import { commit, diff } from './commits.ts';
import { pageQuery, timestamp, userSummary } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { mergeRequestChanges } from './merge-request-record.ts';
import { underMergeRequest } from './merge-requests.ts';

/** What a merge request looked like after a push to its source branch. */
export const mergeRequestVersion = z
  .object({
    id: z.int(),
    head_commit_sha: z.string(),
    base_commit_sha: z.string(),
    start_commit_sha: z.string(),
    created_at: timestamp,
    merge_request_id: z.int(),
    state: z.enum(['collected', 'empty']),
    real_size: z.string(),
    patch_id_sha: z.string().nullable(),
  })
  .meta({ id: 'MergeRequestVersion' });

export const mergeRequestReviewer = z
  .object({
    user: userSummary,
    state: z.enum([
      'unreviewed',
      'reviewed',
      'requested_changes',
      'approved',
      'unapproved',
      'review_started',
    ]),
    created_at: timestamp,
  })
  .meta({ id: 'MergeRequestReviewer' });

const one = '/projects/:id/merge_requests/:merge_request_iid';
const access = { who: 'anyone', project: 'read_merge_request' } as const;
const unidiff = z.boolean().default(false).describe('Begin each diff with the file header of git');

export const mergeRequestChangesEndpoints = {
  commits: defineEndpoint({
    id: 'mergeRequests.commits',
    method: 'GET',
    path: `${one}/commits`,
    summary: 'Commits of a merge request, the newest first',
    access,
    params: underMergeRequest,
    query: z.object(pageQuery),
    response: z.array(commit),
    status: [200],
    paginated: true,
  }),
  diffs: defineEndpoint({
    id: 'mergeRequests.diffs',
    method: 'GET',
    path: `${one}/diffs`,
    summary: 'Changed files of a merge request',
    access,
    params: underMergeRequest,
    query: z.object({ ...pageQuery, unidiff }),
    response: z.array(diff),
    status: [200],
    paginated: true,
  }),
  changes: defineEndpoint({
    id: 'mergeRequests.changes',
    method: 'GET',
    path: `${one}/changes`,
    summary: 'A merge request with its changed files; `diffs` takes any number of them',
    access,
    params: underMergeRequest,
    query: z.object({ access_raw_diffs: z.boolean().default(false), unidiff }),
    response: mergeRequestChanges,
    status: [200],
  }),
  rawDiffs: defineEndpoint({
    id: 'mergeRequests.rawDiffs',
    method: 'GET',
    path: `${one}/raw_diffs`,
    summary: 'The whole diff as git writes it',
    access,
    params: underMergeRequest,
    response: z.string(),
    media: 'text/plain; charset=utf-8',
    status: [200],
  }),
  versions: defineEndpoint({
    id: 'mergeRequests.versions',
    method: 'GET',
    path: `${one}/versions`,
    summary: 'Versions of a merge request, the newest first',
    access,
    params: underMergeRequest,
    query: z.object(pageQuery),
    response: z.array(mergeRequestVersion),
    status: [200],
    paginated: true,
  }),
  showVersion: defineEndpoint({
    id: 'mergeRequests.showVersion',
    method: 'GET',
    path: `${one}/versions/:version_id`,
    summary: 'One version with its commits and changed files',
    access,
    params: z.object({ ...underMergeRequest.shape, version_id: z.int() }),
    query: z.object({ unidiff }),
    response: z.object({
      ...mergeRequestVersion.shape,
      commits: z.array(commit),
      diffs: z.array(diff),
    }),
    status: [200],
  }),
  participants: defineEndpoint({
    id: 'mergeRequests.participants',
    method: 'GET',
    path: `${one}/participants`,
    summary: 'People who take part: author, assignees, reviewers, commenters',
    access,
    params: underMergeRequest,
    query: z.object(pageQuery),
    response: z.array(userSummary),
    status: [200],
    paginated: true,
  }),
  reviewers: defineEndpoint({
    id: 'mergeRequests.reviewers',
    method: 'GET',
    path: `${one}/reviewers`,
    summary: 'Reviewers with the state of their review',
    access,
    params: underMergeRequest,
    response: z.array(mergeRequestReviewer),
    status: [200],
  }),
} as const;
