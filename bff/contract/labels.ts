import * as z from 'zod';
import { filledText, pageQuery, underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { labelDetails } from './merge-request-record.ts';

export const label = z
  .object({
    ...labelDetails.shape,
    subscribed: z.boolean(),
    /** The lower, the more important; null for none. */
    priority: z.int().nullable(),
    is_project_label: z.boolean(),
    /** In lists only with `with_counts`, as the next two: what the caller may see. */
    open_issues_count: z.int().optional(),
    closed_issues_count: z.int().optional(),
    open_merge_requests_count: z.int().optional(),
  })
  .meta({ id: 'Label' });
export type Label = z.output<typeof label>;

const filters = {
  ...pageQuery,
  with_counts: z.boolean().default(false),
  include_ancestor_groups: z.boolean().default(true),
  search: z.string().optional(),
};

const groupFilters = {
  ...filters,
  include_descendant_groups: z.boolean().default(false),
  only_group_labels: z.boolean().default(true),
};

const color = () => filledText().describe('#rgb, #rrggbb or the name of a CSS colour');

const attributes = {
  description: z.string().nullable().optional(),
  priority: z.int().min(0).nullable().optional(),
};

const changes = {
  new_name: filledText().optional(),
  color: color().optional(),
  ...attributes,
};
const naming = ['label_id', 'name'] as const;
const changing = ['new_name', 'color', 'description', 'priority'] as const;

const underLabel = z.object({ ...underId.shape, label_id: z.string() });

type Kind = 'project' | 'group';
const idOf = { project: 'labels', group: 'groupLabels' } as const;

/** The same operations below a project and below a group. */
function labelEndpoints<const K extends Kind, const Q extends z.ZodObject>(kind: K, query: Q) {
  // `K` is the literal that `kind` holds, which the computed key would widen.
  const read = { who: 'anyone', [kind]: `read_${kind}` } as { who: 'anyone' } & Record<
    K,
    `read_${K}`
  >;
  const admin = { who: 'user', [kind]: 'admin_label' } as { who: 'user' } & Record<
    K,
    'admin_label'
  >;
  // As above.
  const hear = { who: 'user', [kind]: `read_${kind}` } as { who: 'user' } & Record<K, `read_${K}`>;
  const base = `/${kind}s/:id/labels` as const;
  const name = idOf[kind];
  return {
    list: defineEndpoint({
      id: `${name}.list`,
      method: 'GET',
      path: base,
      summary: `Labels that a ${kind} may use, by name`,
      access: read,
      params: underId,
      query,
      response: z.array(label),
      status: [200],
      paginated: true,
    }),
    show: defineEndpoint({
      id: `${name}.show`,
      method: 'GET',
      path: `${base}/:label_id`,
      summary: 'One label, by id or name',
      access: read,
      params: underLabel,
      query: z.object({ include_ancestor_groups: z.boolean().default(true) }),
      response: label,
      status: [200],
    }),
    create: defineEndpoint({
      id: `${name}.create`,
      method: 'POST',
      path: base,
      summary: `Create a label of a ${kind}`,
      access: admin,
      params: underId,
      body: z.object({ name: filledText(), color: color(), ...attributes }),
      response: label,
      status: [201],
    }),
    update: defineEndpoint({
      id: `${name}.update`,
      method: 'PUT',
      path: `${base}/:label_id`,
      summary: 'Change a label',
      access: admin,
      params: underLabel,
      body: z.object(changes),
      atLeastOne: changing,
      response: label,
      status: [200],
    }),
    updateNamed: defineEndpoint({
      id: `${name}.updateNamed`,
      method: 'PUT',
      path: base,
      summary: 'Change the label that the body names; the old form',
      access: admin,
      params: underId,
      body: z.object({
        name: z.string().optional(),
        label_id: z.int().optional(),
        ...changes,
      }),
      exactlyOne: naming,
      atLeastOne: changing,
      response: label,
      status: [200],
    }),
    remove: defineEndpoint({
      id: `${name}.remove`,
      method: 'DELETE',
      path: `${base}/:label_id`,
      summary: 'Delete a label; it leaves everything it was on',
      access: admin,
      params: underLabel,
      response: null,
      status: [204],
    }),
    subscribe: defineEndpoint({
      id: `${name}.subscribe`,
      method: 'POST',
      path: `${base}/:label_id/subscribe`,
      summary: 'Hear of what gets a label; 304 for who does',
      access: hear,
      params: underLabel,
      response: label.or(z.object({})),
      status: [201, 304],
    }),
    unsubscribe: defineEndpoint({
      id: `${name}.unsubscribe`,
      method: 'POST',
      path: `${base}/:label_id/unsubscribe`,
      summary: 'Hear no more of a label; 304 for who does not',
      access: hear,
      params: underLabel,
      response: label.or(z.object({})),
      status: [201, 304],
    }),
    removeNamed: defineEndpoint({
      id: `${name}.removeNamed`,
      method: 'DELETE',
      path: base,
      summary: 'Delete the label that the query names; the old form',
      access: admin,
      params: underId,
      query: z.object({ name: filledText().optional(), label_id: z.int().optional() }),
      exactlyOne: naming,
      response: null,
      status: [204],
    }),
  } as const;
}

export const labels = {
  ...labelEndpoints('project', z.object(filters)),
  promote: defineEndpoint({
    id: 'labels.promote',
    method: 'PUT',
    path: '/projects/:id/labels/:label_id/promote',
    summary: 'Make a label of a project one of its group; like names below the group join it',
    access: { who: 'user', project: 'admin_label' },
    params: underLabel,
    response: label,
    status: [200],
  }),
} as const;
export const groupLabels = labelEndpoints('group', z.object(groupFilters));
