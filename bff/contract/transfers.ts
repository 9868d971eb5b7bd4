import * as z from 'zod';
import { filledText, underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { group } from './groups.ts';
import { project } from './projects.ts';

export const transfers = {
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
