import * as z from 'zod';
import { pageQuery } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import {
  newPersonalAccessToken,
  personalAccessToken,
  tokenBody,
} from './personal-access-tokens.ts';

/** A token by which an administrator acts as a user. */
const impersonationToken = z
  .object({ ...personalAccessToken.shape, impersonation: z.boolean() })
  .meta({ id: 'ImpersonationToken' });

/** The one answer that carries the token itself. */
const newImpersonationToken = z
  .object({ ...newPersonalAccessToken.shape, impersonation: z.boolean() })
  .meta({ id: 'NewImpersonationToken' });

const path = '/users/:user_id/impersonation_tokens';
const access = { who: 'admin' } as const;
const ofUser = z.object({ user_id: z.int() });
const one = z.object({ ...ofUser.shape, impersonation_token_id: z.int() });

export const impersonationTokens = {
  list: defineEndpoint({
    id: 'impersonationTokens.list',
    method: 'GET',
    path,
    summary: 'Tokens by which administrators act as a user, the oldest first',
    access,
    params: ofUser,
    query: z.object({
      ...pageQuery,
      state: z.enum(['all', 'active', 'inactive']).default('all'),
    }),
    response: z.array(impersonationToken),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'impersonationTokens.show',
    method: 'GET',
    path: `${path}/:impersonation_token_id`,
    summary: 'One impersonation token of a user',
    access,
    params: one,
    response: impersonationToken,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'impersonationTokens.create',
    method: 'POST',
    path,
    summary: 'Make a token that acts as a user; its text is shown this once',
    access,
    params: ofUser,
    body: tokenBody,
    response: newImpersonationToken,
    status: [201],
  }),
  revoke: defineEndpoint({
    id: 'impersonationTokens.revoke',
    method: 'DELETE',
    path: `${path}/:impersonation_token_id`,
    summary: 'Revoke an impersonation token',
    access,
    params: one,
    response: null,
    status: [204],
  }),
} as const;
