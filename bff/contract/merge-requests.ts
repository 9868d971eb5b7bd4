import * as z from 'zod';
import { commaList, datetime, filledText, hints, idList, underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import {
  exclusiveFilters,
  globalListQuery,
  groupListQuery,
  projectListQuery,
} from './merge-request-list.ts';
import { listedMergeRequest, mergeRequest, simpleMergeRequest } from './merge-request-record.ts';

/** Path parameters of everything below a merge request. */
export const underMergeRequest = z.object({ ...underId.shape, merge_request_iid: z.int() });

const records = z.array(z.union([listedMergeRequest, simpleMergeRequest]));

const longestDescription = 1_048_576;

/** What create and update take alike. */
const attributes = {
  /** 0 or nothing unassigns everyone, as in the next two. */
  assignee_id: z.int().nullable().optional(),
  assignee_ids: idList().nullable().optional(),
  reviewer_ids: idList().nullable().optional(),
  description: z.string().nullable().optional(),
  labels: commaList().nullable().optional(),
  add_labels: commaList().nullable().optional(),
  remove_labels: commaList().nullable().optional(),
  milestone_id: z.int().nullable().optional(),
  remove_source_branch: z.boolean().nullable().optional(),
  allow_collaboration: z.boolean().optional(),
  allow_maintainer_to_push: z.boolean().optional(),
  squash: z.boolean().optional(),
};

const merge_after = datetime().nullable().optional();

const updateBody = z.object({
  ...attributes,
  target_branch: filledText().optional(),
  title: z.string().max(255).register(hints, { filled: true }).optional(),
  description: z.string().max(longestDescription).nullable().optional(),
  state_event: z.enum(['close', 'reopen']).optional(),
  discussion_locked: z.boolean().nullable().optional(),
  merge_after,
});

const path = '/projects/:id/merge_requests';
const one = `${path}/:merge_request_iid`;

export const mergeRequests = {
  listAll: defineEndpoint({
    id: 'mergeRequests.listAll',
    method: 'GET',
    path: '/merge_requests',
    summary: "Merge requests of all projects; one's own unless `scope` says otherwise",
    access: { who: 'anyone' },
    limited: 'search',
    query: globalListQuery,
    exclusive: exclusiveFilters,
    response: records,
    status: [200],
    paginated: true,
  }),
  listOfGroup: defineEndpoint({
    id: 'mergeRequests.listOfGroup',
    method: 'GET',
    path: '/groups/:id/merge_requests',
    summary: 'Merge requests of a group and its subgroups',
    access: { who: 'anyone', group: 'read_group' },
    limited: 'search',
    params: underId,
    query: groupListQuery,
    exclusive: exclusiveFilters,
    response: records,
    status: [200],
    paginated: true,
  }),
  list: defineEndpoint({
    id: 'mergeRequests.list',
    method: 'GET',
    path,
    summary: 'Merge requests of a project',
    access: { who: 'anyone', project: 'read_merge_request' },
    limited: 'search',
    params: underId,
    query: projectListQuery,
    exclusive: exclusiveFilters,
    response: records,
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'mergeRequests.show',
    method: 'GET',
    path: one,
    summary: 'One merge request',
    access: { who: 'anyone', project: 'read_merge_request' },
    params: underMergeRequest,
    query: z.object({
      render_html: z.boolean().default(false),
      include_diverged_commits_count: z.boolean().default(false),
      include_rebase_in_progress: z.boolean().default(false),
    }),
    response: mergeRequest,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'mergeRequests.create',
    method: 'POST',
    path,
    summary: 'Ask for a branch of this project to be merged',
    access: { who: 'user', project: 'create_merge_request' },
    params: underId,
    body: z.object({
      title: filledText(),
      source_branch: filledText(),
      target_branch: filledText(),
      target_project_id: z.int().optional(),
      ...attributes,
      merge_after,
      approvals_before_merge: z.int().min(0).nullable().optional(),
    }),
    response: mergeRequest,
    status: [201],
  }),
  update: defineEndpoint({
    id: 'mergeRequests.update',
    method: 'PUT',
    path: one,
    summary: 'Change a merge request',
    access: { who: 'user', project: 'read_merge_request' },
    params: underMergeRequest,
    body: updateBody,
    atLeastOne: Object.keys(updateBody.shape),
    response: mergeRequest,
    status: [200],
  }),
  remove: defineEndpoint({
    id: 'mergeRequests.remove',
    method: 'DELETE',
    path: one,
    summary: 'Delete a merge request',
    access: { who: 'user', project: 'read_merge_request' },
    params: underMergeRequest,
    response: null,
    status: [204],
  }),
  merge: defineEndpoint({
    id: 'mergeRequests.merge',
    method: 'PUT',
    path: `${one}/merge`,
    summary: 'Merge a merge request',
    access: { who: 'user', project: 'read_merge_request' },
    params: underMergeRequest,
    body: z.object({
      merge_commit_message: z.string().optional(),
      squash_commit_message: z.string().optional(),
      squash: z.boolean().optional(),
      should_remove_source_branch: z.boolean().optional(),
      sha: z.string().optional(),
      auto_merge: z.boolean().optional().describe('Merge as soon as all checks pass'),
      /** The old name of `auto_merge`. */
      merge_when_pipeline_succeeds: z.boolean().optional(),
    }),
    response: mergeRequest,
    status: [200],
  }),
  cancelAutoMerge: defineEndpoint({
    id: 'mergeRequests.cancelAutoMerge',
    method: 'POST',
    path: `${one}/cancel_merge_when_pipeline_succeeds`,
    summary: 'Take back a merge that waits for its checks',
    access: { who: 'user', project: 'read_merge_request' },
    params: underMergeRequest,
    response: mergeRequest,
    status: [201],
  }),
} as const;
