import * as z from 'zod';
import { hints } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { suggestion } from './notes.ts';

const access = { who: 'user' } as const;
const commit_message = z.string().max(100_000).optional().describe('Of the commit that is made');

/** Changes that comments in a diff propose, made as commits on the source branch. */
export const suggestions = {
  apply: defineEndpoint({
    id: 'suggestions.apply',
    method: 'PUT',
    path: '/suggestions/:suggestion_id/apply',
    summary: 'Commit what a comment suggests to the source branch',
    access,
    params: z.object({ suggestion_id: z.int() }),
    body: z.object({ commit_message }),
    response: suggestion,
    status: [200],
  }),
  applyBatch: defineEndpoint({
    id: 'suggestions.applyBatch',
    method: 'PUT',
    path: '/suggestions/batch_apply',
    summary: 'Commit what several comments of one merge request suggest, as one commit',
    access,
    body: z.object({
      // What is registered is not handed on by further checks.
      ids: z.array(z.int()).min(1).max(100).register(hints, { comma: true }),
      commit_message,
    }),
    response: z.array(suggestion),
    status: [200],
  }),
} as const;
