import * as z from 'zod';
import { underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { project } from './projects.ts';

export const forkRelations = {
  create: defineEndpoint({
    id: 'forkRelations.create',
    method: 'POST',
    path: '/projects/:id/fork/:forked_from_id',
    summary: 'Say that a project is a fork of another one, as for one that was pushed by hand',
    access: { who: 'user', project: 'admin_project' },
    params: z.object({ ...underId.shape, forked_from_id: z.string() }),
    response: project,
    status: [201],
  }),
  remove: defineEndpoint({
    id: 'forkRelations.remove',
    method: 'DELETE',
    path: '/projects/:id/fork',
    summary: 'Make a fork a project of its own; its open merge requests elsewhere are closed',
    access: { who: 'user', project: 'remove_project' },
    params: underId,
    response: null,
    status: [204, 304],
  }),
} as const;
