import * as z from 'zod';
import { date, datetime, filledText, idList, pageQuery, underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { milestoneRecord } from './merge-request-record.ts';

export const milestone = z
  .object({
    ...milestoneRecord.shape,
    /** Active after its last day. */
    expired: z.boolean(),
  })
  .meta({ id: 'Milestone' });
export type Milestone = z.output<typeof milestone>;

const filters = {
  ...pageQuery,
  iids: idList().optional(),
  state: z.enum(['active', 'closed']).optional(),
  title: z.string().optional(),
  search: z.string().optional(),
  search_title: z.string().optional(),
  include_ancestors: z.boolean().optional(),
  /** The old name of `include_ancestors`. */
  include_parent_milestones: z.boolean().optional(),
  updated_after: datetime().optional(),
  updated_before: datetime().optional(),
};
const groupFilters = { ...filters, include_descendants: z.boolean().optional() };

const attributes = {
  description: z.string().max(1_048_576).nullable().optional(),
  due_date: date().nullable().optional(),
  start_date: date().nullable().optional(),
};
const updateBody = z.object({
  title: filledText().optional(),
  ...attributes,
  state_event: z.enum(['close', 'activate']).optional(),
});

/** Path parameters of everything below a milestone. */
export const underMilestone = z.object({ ...underId.shape, milestone_id: z.int() });

type Kind = 'project' | 'group';
const nameOf = { project: 'milestones', group: 'groupMilestones' } as const;

/** The same operations below a project and below a group. */
function milestoneEndpoints<const K extends Kind, const Q extends z.ZodObject>(kind: K, query: Q) {
  // `K` is the literal that `kind` holds, which the computed key would widen.
  const read = { who: 'anyone', [kind]: `read_${kind}` } as { who: 'anyone' } & Record<
    K,
    `read_${K}`
  >;
  const admin = { who: 'user', [kind]: 'admin_milestone' } as { who: 'user' } & Record<
    K,
    'admin_milestone'
  >;
  const base = `/${kind}s/:id/milestones` as const;
  const name = nameOf[kind];
  return {
    list: defineEndpoint({
      id: `${name}.list`,
      method: 'GET',
      path: base,
      summary: `Milestones of a ${kind}, the next to end first`,
      access: read,
      params: underId,
      query,
      response: z.array(milestone),
      status: [200],
      paginated: true,
    }),
    show: defineEndpoint({
      id: `${name}.show`,
      method: 'GET',
      path: `${base}/:milestone_id`,
      summary: 'One milestone',
      access: read,
      params: underMilestone,
      response: milestone,
      status: [200],
    }),
    create: defineEndpoint({
      id: `${name}.create`,
      method: 'POST',
      path: base,
      summary: `Create a milestone of a ${kind}`,
      access: admin,
      params: underId,
      body: z.object({ title: filledText(), ...attributes }),
      response: milestone,
      status: [201],
    }),
    update: defineEndpoint({
      id: `${name}.update`,
      method: 'PUT',
      path: `${base}/:milestone_id`,
      summary: 'Change, close or activate a milestone',
      access: admin,
      params: underMilestone,
      body: updateBody,
      atLeastOne: Object.keys(updateBody.shape),
      response: milestone,
      status: [200],
    }),
    remove: defineEndpoint({
      id: `${name}.remove`,
      method: 'DELETE',
      path: `${base}/:milestone_id`,
      summary: 'Delete a milestone; what was in it has none any more',
      access: admin,
      params: underMilestone,
      response: null,
      status: [204],
    }),
  } as const;
}

export const milestones = {
  ...milestoneEndpoints('project', z.object(filters)),
  promote: defineEndpoint({
    id: 'milestones.promote',
    method: 'POST',
    path: '/projects/:id/milestones/:milestone_id/promote',
    summary: 'Make a milestone of a project one of its group; like titles below the group join it',
    access: { who: 'user', project: 'admin_milestone' },
    params: underMilestone,
    response: milestone,
    status: [200],
  }),
} as const;
export const groupMilestones = milestoneEndpoints('group', z.object(groupFilters));
