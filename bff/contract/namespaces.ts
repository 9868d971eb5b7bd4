import * as z from 'zod';
import { pageQuery } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

const namespace = z
  .object({
    id: z.int(),
    name: z.string(),
    path: z.string(),
    kind: z.enum(['user', 'group']),
    full_path: z.string(),
    parent_id: z.int().nullable(),
    avatar_url: z.string().nullable(),
    web_url: z.string(),
    /** For those who administer it, as the next four. */
    members_count_with_descendants: z.int().optional(),
    billable_members_count: z.int().optional(),
    plan: z.string().optional(),
    trial: z.boolean().optional(),
    trial_ends_on: z.iso.date().nullable().optional(),
  })
  .meta({ id: 'Namespace' });

const access = { who: 'user' } as const;

export const namespaces = {
  list: defineEndpoint({
    id: 'namespaces.list',
    method: 'GET',
    path: '/namespaces',
    summary: 'Namespaces that the caller belongs to; all of them for administrators',
    access,
    query: z.object({
      ...pageQuery,
      search: z.string().optional(),
      owned_only: z.boolean().optional(),
      top_level_only: z.boolean().optional(),
    }),
    response: z.array(namespace),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'namespaces.show',
    method: 'GET',
    path: '/namespaces/:id',
    summary: 'One namespace, by id or full path',
    access,
    params: z.object({ id: z.string() }),
    response: namespace,
    status: [200],
  }),
  exists: defineEndpoint({
    id: 'namespaces.exists',
    method: 'GET',
    path: '/namespaces/:namespace/exists',
    summary: 'Whether a path is taken, with one that is free if it is',
    access,
    params: z.object({ namespace: z.string() }),
    query: z.object({ parent_id: z.int().optional() }),
    response: z.object({ exists: z.boolean(), suggests: z.array(z.string()) }),
    status: [200],
  }),
} as const;
