import * as z from 'zod';
import { pageQuery, timestamp, underId, userSummary } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { reassignment, sourceUserStatuses } from './own-reassignments.ts';

const sourceUser = z
  .object({
    id: z.int(),
    status: z.enum(sourceUserStatuses),
    source_hostname: z.string(),
    import_type: z.string(),
    source_user_identifier: z.string(),
    source_name: z.string(),
    source_username: z.string(),
    placeholder_user: userSummary.nullable().describe('Null once the work was given to somebody'),
    reassign_to_user: userSummary.nullable(),
    reassigned_by_user: userSummary.nullable(),
    reassignment_error: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'SourceUser' });
export type SourceUserRecord = z.output<typeof sourceUser>;

const placeholderUser = z
  .object({
    ...userSummary.shape,
    source_user_id: z.int(),
    status: z.enum(sourceUserStatuses),
    contributions: z.int().describe('Issues, merge requests and comments that carry this name'),
  })
  .meta({ id: 'PlaceholderUser' });

const owners = {
  base: 'bff',
  access: { who: 'user', group: 'admin_group' },
  order: 'subject-first',
} as const;
const idsOf = z.array(z.int()).min(1).max(100).describe('Which people, by `id`');

const act = <const V extends string>(verb: V, summary: string) =>
  defineEndpoint({
    ...owners,
    id: `placeholderUsers.${verb}`,
    method: 'POST',
    path: `/groups/:id/placeholder_users/${verb}`,
    summary,
    params: underId,
    body: z.object({ ids: idsOf }),
    response: z.array(sourceUser),
    status: [200],
  });

/** The people of a group's imports, and the owner's part in what becomes of them. */
export const placeholderUsers = {
  list: defineEndpoint({
    ...owners,
    id: 'placeholderUsers.list',
    method: 'GET',
    path: '/groups/:id/placeholder_users',
    summary: 'Users who stand for people of imports, with how much carries their name',
    params: underId,
    query: z.object({ ...pageQuery }),
    response: z.array(placeholderUser),
    status: [200],
    paginated: true,
  }),
  assign: defineEndpoint({
    ...owners,
    id: 'placeholderUsers.assign',
    method: 'POST',
    path: '/groups/:id/placeholder_users/assign',
    summary: 'Ask a user to take over the work of people of imports',
    params: underId,
    body: z.object({ ids: idsOf, user_id: z.int() }),
    response: z.array(sourceUser),
    status: [200],
  }),
  cancel: act('cancel', 'Take a question back, or what was answered with no'),
  keep: act('keep', 'Leave the work with the placeholder for good'),
  retry: act('retry', 'Move the work again where that has failed'),
} as const;

const byToken = {
  base: 'bff',
  access: { who: 'user' },
  order: 'subject-first',
  params: z.object({ token: z.string() }),
  status: [200],
} as const;

/** What a user is asked to take over, and the answer. */
export const reassignments = {
  list: defineEndpoint({
    ...owners,
    id: 'reassignments.list',
    method: 'GET',
    path: '/groups/:id/reassignments',
    summary: 'People of the imports of a group, and what has become of their work',
    params: underId,
    query: z.object({
      ...pageQuery,
      status: z.enum(sourceUserStatuses).optional(),
      search: z.string().optional().describe('Part of a name, a username or an identifier'),
    }),
    response: z.array(sourceUser),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    ...byToken,
    id: 'reassignments.show',
    method: 'GET',
    path: '/reassignments/:token',
    summary: 'What the caller is asked to take over',
    response: reassignment,
  }),
  accept: defineEndpoint({
    ...byToken,
    id: 'reassignments.accept',
    method: 'POST',
    path: '/reassignments/:token/accept',
    summary: 'Take the work over',
    response: reassignment,
  }),
  reject: defineEndpoint({
    ...byToken,
    id: 'reassignments.reject',
    method: 'POST',
    path: '/reassignments/:token/reject',
    summary: 'Say that the work is not the caller’s',
    response: reassignment,
  }),
} as const;
