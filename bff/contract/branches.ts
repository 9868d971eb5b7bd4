import * as z from 'zod';
import { commit } from './commits.ts';
import { filledText, pageQuery, underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

const branch = z
  .object({
    name: z.string(),
    commit,
    merged: z.boolean(),
    protected: z.boolean(),
    developers_can_push: z.boolean(),
    developers_can_merge: z.boolean(),
    can_push: z.boolean(),
    default: z.boolean(),
    web_url: z.string(),
  })
  .meta({ id: 'Branch' });

const branchParams = z.object({ ...underId.shape, branch: z.string() });

export const branches = {
  list: defineEndpoint({
    id: 'branches.list',
    method: 'GET',
    path: '/projects/:id/repository/branches',
    summary: 'Branches by name',
    access: { who: 'anyone', project: 'read_code' },
    params: underId,
    query: z.object({ ...pageQuery, search: z.string().optional() }),
    response: z.array(branch),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'branches.show',
    method: 'GET',
    path: '/projects/:id/repository/branches/:branch',
    summary: 'One branch',
    access: { who: 'anyone', project: 'read_code' },
    params: branchParams,
    response: branch,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'branches.create',
    method: 'POST',
    path: '/projects/:id/repository/branches',
    summary: 'Create a branch at a branch, tag or commit',
    access: { who: 'user', project: 'push_code' },
    params: underId,
    body: z.object({ branch: filledText(), ref: filledText() }),
    response: branch,
    status: [201],
  }),
  remove: defineEndpoint({
    id: 'branches.remove',
    method: 'DELETE',
    path: '/projects/:id/repository/branches/:branch',
    summary: 'Delete a branch',
    access: { who: 'user', project: 'push_code' },
    params: branchParams,
    response: null,
    status: [204],
  }),
  removeMerged: defineEndpoint({
    id: 'branches.removeMerged',
    method: 'DELETE',
    path: '/projects/:id/repository/merged_branches',
    summary: 'Delete the branches that are merged into the default branch; protected ones stay',
    access: { who: 'user', project: 'push_code' },
    params: underId,
    response: z.object({ message: z.string() }),
    status: [202],
  }),
} as const;
