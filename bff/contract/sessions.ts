import * as z from 'zod';
import { filledText, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { currentSession, signInId } from './session-routes.ts';
import { currentUser } from './users.ts';

/** What is told and asked before anything else. */
const demands = z.object({
  terms: z.object({ text: z.string(), version: z.string() }).nullable(),
  two_factor_until: timestamp.nullable(),
  maintenance: z.string().nullable(),
});

const session = z
  .object({
    id: z.int(),
    current: z.boolean(),
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    created_at: timestamp,
    last_used_at: timestamp,
  })
  .meta({ id: 'Session' });

export const sessions = {
  current: defineEndpoint({
    ...currentSession,
    summary: 'Who is signed in, and the CSRF token; both null when nobody is',
    access: { who: 'anyone' },
    scopes: ['read_user', 'read_repository', 'write_repository', 'self_rotate'],
    response: z.object({
      user: currentUser.nullable(),
      csrf_token: z.string().nullable(),
      demands: demands.nullable(),
    }),
    status: [200],
  }),
  create: defineEndpoint({
    id: signInId,
    method: 'POST',
    path: '/session',
    base: 'bff',
    summary: 'Sign in by password or by an access token',
    access: { who: 'anyone' },
    identifies: false,
    body: z.object({
      username: filledText().optional(),
      password: z.string().optional(),
      token: filledText().optional(),
      otp: z.string().max(64).optional(),
    }),
    exclusive: [['username', 'token']],
    response: z.object({
      user: currentUser,
      csrf_token: z.string(),
      demands,
      expires_at: timestamp,
    }),
    status: [201],
  }),
  remove: defineEndpoint({
    id: 'sessions.remove',
    method: 'DELETE',
    path: '/session',
    base: 'bff',
    summary: 'Sign out',
    access: { who: 'anyone' },
    scopes: ['read_user', 'read_repository', 'write_repository', 'self_rotate'],
    response: null,
    status: [204],
  }),
  list: defineEndpoint({
    id: 'sessions.list',
    method: 'GET',
    path: '/sessions',
    base: 'bff',
    summary: "One's own sessions, the newest first",
    access: { who: 'user' },
    response: z.array(session),
    status: [200],
  }),
  revoke: defineEndpoint({
    id: 'sessions.revoke',
    method: 'DELETE',
    path: '/sessions/:session_id',
    base: 'bff',
    summary: "End one of one's own sessions",
    access: { who: 'user' },
    params: z.object({ session_id: z.int() }),
    response: null,
    status: [204],
  }),
  changePassword: defineEndpoint({
    id: 'sessions.changePassword',
    method: 'PUT',
    path: '/password',
    base: 'bff',
    summary: "Change one's own password; every session ends but a new one",
    access: { who: 'user' },
    body: z.object({ current_password: filledText(), password: filledText() }),
    response: z.object({ csrf_token: z.string() }),
    status: [200],
  }),
} as const;
