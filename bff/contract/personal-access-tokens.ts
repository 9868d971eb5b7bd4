import * as z from 'zod';
import { filledText, pageQuery, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

export const tokenScopes = [
  'api',
  'read_api',
  'read_user',
  'read_repository',
  'write_repository',
  'sudo',
  'admin_mode',
  'self_rotate',
  // Stored and listed: nothing here asks for them.
  'create_runner',
  'manage_runner',
  'ai_features',
  'k8s_proxy',
  'read_registry',
  'write_registry',
  'read_virtual_registry',
  'write_virtual_registry',
  'read_service_ping',
] as const;

const scope = z.enum(tokenScopes);

export const personalAccessToken = z
  .object({
    id: z.int(),
    name: z.string(),
    revoked: z.boolean(),
    created_at: timestamp,
    description: z.string().nullable(),
    scopes: z.array(scope),
    user_id: z.int(),
    last_used_at: timestamp.nullable(),
    active: z.boolean(),
    expires_at: z.iso.date().nullable(),
  })
  .meta({ id: 'PersonalAccessToken' });

/** The one answer that carries the token itself. */
export const newPersonalAccessToken = z
  .object({ ...personalAccessToken.shape, token: z.string() })
  .meta({ id: 'NewPersonalAccessToken' });

/** What a new token is made of. */
export const tokenBody = z.object({
  name: filledText(),
  description: z.string().max(255).optional(),
  scopes: z.array(scope),
  expires_at: z.iso.date().optional(),
});

const tokenParams = z.object({ id: z.union([z.int(), z.literal('self')]) });

export const personalAccessTokens = {
  list: defineEndpoint({
    id: 'personalAccessTokens.list',
    method: 'GET',
    path: '/personal_access_tokens',
    summary: "Access tokens: one's own, of anyone for administrators",
    access: { who: 'user' },
    query: z.object({
      ...pageQuery,
      user_id: z.int().optional(),
      state: z.enum(['active', 'inactive']).optional(),
      revoked: z.boolean().optional(),
      search: z.string().optional(),
    }),
    response: z.array(personalAccessToken),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'personalAccessTokens.show',
    method: 'GET',
    path: '/personal_access_tokens/:id',
    summary: 'One access token; `self` is the one that the request carries',
    access: { who: 'user' },
    scopes: ['read_user', 'self_rotate', 'read_repository', 'write_repository'],
    params: tokenParams,
    response: personalAccessToken,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'personalAccessTokens.create',
    method: 'POST',
    path: '/user/personal_access_tokens',
    summary: "Create an access token of one's own; its text is shown this once",
    access: { who: 'user' },
    body: tokenBody,
    response: newPersonalAccessToken,
    status: [201],
  }),
  createForUser: defineEndpoint({
    id: 'personalAccessTokens.createForUser',
    method: 'POST',
    path: '/users/:user_id/personal_access_tokens',
    summary: "Create a user's access token as an administrator",
    access: { who: 'admin' },
    params: z.object({ user_id: z.int() }),
    body: tokenBody,
    response: newPersonalAccessToken,
    status: [201],
  }),
  rotate: defineEndpoint({
    id: 'personalAccessTokens.rotate',
    method: 'POST',
    path: '/personal_access_tokens/:id/rotate',
    summary: 'Revoke a token and make its successor',
    access: { who: 'user' },
    scopes: ['self_rotate'],
    params: tokenParams,
    body: z.object({ expires_at: z.iso.date().optional() }),
    response: newPersonalAccessToken,
    status: [200],
  }),
  revoke: defineEndpoint({
    id: 'personalAccessTokens.revoke',
    method: 'DELETE',
    path: '/personal_access_tokens/:id',
    summary: 'Revoke a token',
    access: { who: 'user' },
    params: tokenParams,
    response: null,
    status: [204],
  }),
} as const;
