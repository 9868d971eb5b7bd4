import * as z from 'zod';
import { commaList, pageQuery, timestamp, underId, userSummary } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

export const member = z
  .object({
    ...userSummary.shape,
    access_level: z.int(),
    created_at: timestamp,
    created_by: userSummary.optional(),
    expires_at: z.iso.date().nullable(),
    membership_state: z.string(),
  })
  .meta({ id: 'Member' });

const query = z.object({ ...pageQuery, query: z.string().optional() });
const memberParams = z.object({ ...underId.shape, user_id: z.int() });
const addBody = z.object({
  /** One id, or several joined by commas. */
  user_id: commaList().optional(),
  username: z.string().optional(),
  access_level: z.int(),
  expires_at: z.iso.date().nullable().optional(),
});
const changeBody = z.object({
  access_level: z.int(),
  expires_at: z.iso.date().nullable().optional(),
});

type Kind = 'project' | 'group';

/** The same operations below a project and below a group. */
function memberEndpoints<const K extends Kind>(kind: K) {
  // `K` is the literal that `kind` holds, which the computed key would widen.
  const read = { who: 'user', [kind]: 'read_member' } as { who: 'user' } & Record<K, 'read_member'>;
  const admin = { who: 'user', [kind]: 'admin_member' } as { who: 'user' } & Record<
    K,
    'admin_member'
  >;
  const base = `/${kind}s/:id/members` as const;
  const name = `${kind}Members` as const;
  return {
    list: defineEndpoint({
      id: `${name}.list`,
      method: 'GET',
      path: base,
      summary: `Direct members of a ${kind}`,
      access: read,
      params: underId,
      query,
      response: z.array(member),
      status: [200],
      paginated: true,
    }),
    listAll: defineEndpoint({
      id: `${name}.listAll`,
      method: 'GET',
      path: `${base}/all`,
      summary: `Members of a ${kind}, those of its ancestors included, each with the highest role`,
      access: read,
      params: underId,
      query,
      response: z.array(member),
      status: [200],
      paginated: true,
    }),
    show: defineEndpoint({
      id: `${name}.show`,
      method: 'GET',
      path: `${base}/:user_id`,
      summary: `One direct member of a ${kind}`,
      access: read,
      params: memberParams,
      response: member,
      status: [200],
    }),
    showAll: defineEndpoint({
      id: `${name}.showAll`,
      method: 'GET',
      path: `${base}/all/:user_id`,
      summary: `One member of a ${kind} or of its ancestors, with the highest role`,
      access: read,
      params: memberParams,
      response: member,
      status: [200],
    }),
    add: defineEndpoint({
      id: `${name}.add`,
      method: 'POST',
      path: base,
      summary: `Add a member to a ${kind}`,
      access: admin,
      params: underId,
      body: addBody,
      response: member,
      status: [201],
    }),
    update: defineEndpoint({
      id: `${name}.update`,
      method: 'PUT',
      path: `${base}/:user_id`,
      summary: `Change a member's role or last day in a ${kind}`,
      access: admin,
      params: memberParams,
      body: changeBody,
      response: member,
      status: [200],
    }),
    remove: defineEndpoint({
      id: `${name}.remove`,
      method: 'DELETE',
      path: `${base}/:user_id`,
      summary: `Remove a member from a ${kind}; members may remove themselves`,
      access: read,
      limited: 'members_delete',
      params: memberParams,
      response: null,
      status: [204],
    }),
  } as const;
}

export const projectMembers = memberEndpoints('project');
export const groupMembers = memberEndpoints('group');
