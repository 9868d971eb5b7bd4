import * as z from 'zod';
import { filledText, pageQuery, underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { group } from './groups.ts';
import { project } from './projects.ts';

const location = z
  .object({
    id: z.int(),
    web_url: z.string(),
    name: z.string(),
    avatar_url: z.string().nullable(),
    full_name: z.string(),
    full_path: z.string(),
  })
  .meta({ id: 'TransferLocation' });

const locationQuery = z.object({ ...pageQuery, search: z.string().optional() });

export const transfers = {
  projectLocations: defineEndpoint({
    id: 'transfers.projectLocations',
    method: 'GET',
    path: '/projects/:id/transfer_locations',
    summary: 'Groups that a project may be moved to by the caller',
    access: { who: 'user', project: 'transfer_project' },
    params: underId,
    query: locationQuery,
    response: z.array(location),
    status: [200],
    paginated: true,
  }),
  groupLocations: defineEndpoint({
    id: 'transfers.groupLocations',
    method: 'GET',
    path: '/groups/:id/transfer_locations',
    summary: 'Groups that a group may be moved into by the caller',
    access: { who: 'user', group: 'transfer_group' },
    params: underId,
    query: locationQuery,
    response: z.array(location),
    status: [200],
    paginated: true,
  }),
  project: defineEndpoint({
    id: 'transfers.project',
    method: 'PUT',
    path: '/projects/:id/transfer',
    summary: 'Move a project to another group or personal namespace; old paths lead on',
    access: { who: 'user', project: 'transfer_project' },
    params: underId,
    body: z.object({ namespace: filledText().describe('Id or full path') }),
    response: project,
    status: [200],
  }),
  group: defineEndpoint({
    id: 'transfers.group',
    method: 'POST',
    path: '/groups/:id/transfer',
    summary: 'Move a group with all below it into another one, or to the top; old paths lead on',
    access: { who: 'user', group: 'transfer_group' },
    params: underId,
    body: z.object({ group_id: z.int().optional().describe('None moves the group to the top') }),
    response: group,
    status: [201],
  }),
} as const;
