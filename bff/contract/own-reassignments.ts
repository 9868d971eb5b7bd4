import * as z from 'zod';
import { userSummary } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

export const sourceUserStatuses = [
  'pending_reassignment',
  'awaiting_approval',
  'reassignment_in_progress',
  'rejected',
  'failed',
  'completed',
  'keep_as_placeholder',
] as const;
export type SourceUserStatus = (typeof sourceUserStatuses)[number];

/** What a user is asked to take over. */
export const reassignment = z
  .object({
    status: z.enum(sourceUserStatuses),
    group: z.object({ id: z.int(), full_name: z.string(), full_path: z.string() }),
    source_hostname: z.string(),
    source_name: z.string(),
    source_username: z.string(),
    reassigned_by_user: userSummary.nullable(),
    contributions: z.int(),
  })
  .meta({ id: 'Reassignment' });
export type ReassignmentRecord = z.output<typeof reassignment>;

/** What the home page says of reassignments: alone here, since it is loaded first. */
export const ownReassignments = {
  waiting: defineEndpoint({
    base: 'bff',
    access: { who: 'user' },
    id: 'reassignments.waiting',
    method: 'GET',
    path: '/reassignments',
    summary: 'What waits for the answer of the caller',
    response: z.array(
      z.object({ ...reassignment.shape, token: z.string() }).meta({ id: 'WaitingReassignment' }),
    ),
    status: [200],
  }),
  open: defineEndpoint({
    base: 'bff',
    access: { who: 'user' },
    id: 'reassignments.open',
    method: 'GET',
    path: '/open_imports',
    summary: 'Groups of the caller whose imports have people with whom something is to be done',
    response: z.array(
      z
        .object({
          group: reassignment.shape.group,
          unassigned: z.int().describe('People who are given to nobody, or were rejected'),
          failed: z.int().describe('People whose work could not be moved'),
        })
        .meta({ id: 'OpenImport' }),
    ),
    status: [200],
  }),
} as const;
