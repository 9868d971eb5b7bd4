import * as z from 'zod';
import { commit } from './commits.ts';
import { filledText, pageQuery, timestamp, underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { tagSignature } from './signatures.ts';

const tag = z
  .object({
    name: z.string(),
    /** Of annotated tags; empty for the others. */
    message: z.string(),
    /** What the tag holds: for an annotated one the tag itself. */
    target: z.string(),
    /** Null for a tag of anything but a commit. */
    commit: commit.nullable(),
    release: z.object({ tag_name: z.string(), description: z.string() }).nullable(),
    protected: z.boolean(),
    created_at: timestamp.nullable(),
  })
  .meta({ id: 'Tag' });

const tagParams = z.object({ ...underId.shape, tag_name: z.string() });

export const tags = {
  list: defineEndpoint({
    id: 'tags.list',
    method: 'GET',
    path: '/projects/:id/repository/tags',
    summary: 'Tags, the last ones first',
    access: { who: 'anyone', project: 'read_code' },
    params: underId,
    query: z.object({
      ...pageQuery,
      order_by: z.enum(['name', 'updated', 'version']).default('updated'),
      sort: z.enum(['asc', 'desc']).default('desc'),
      search: z.string().optional(),
    }),
    response: z.array(tag),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'tags.show',
    method: 'GET',
    path: '/projects/:id/repository/tags/:tag_name',
    summary: 'One tag',
    access: { who: 'anyone', project: 'read_code' },
    params: tagParams,
    response: tag,
    status: [200],
  }),
  signature: defineEndpoint({
    id: 'tags.signature',
    method: 'GET',
    path: '/projects/:id/repository/tags/:tag_name/signature',
    summary: 'The X.509 signature of a tag; 404 where there is none',
    access: { who: 'anyone', project: 'read_code' },
    params: tagParams,
    response: tagSignature,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'tags.create',
    method: 'POST',
    path: '/projects/:id/repository/tags',
    summary: 'Create a tag of a branch, tag or commit; an annotated one with `message`',
    access: { who: 'user', project: 'push_code' },
    params: underId,
    body: z.object({
      tag_name: filledText(),
      ref: filledText(),
      message: z.string().optional(),
    }),
    response: tag,
    status: [201],
  }),
  remove: defineEndpoint({
    id: 'tags.remove',
    method: 'DELETE',
    path: '/projects/:id/repository/tags/:tag_name',
    summary: 'Delete a tag',
    access: { who: 'user', project: 'push_code' },
    params: tagParams,
    response: null,
    status: [204],
  }),
} as const;
