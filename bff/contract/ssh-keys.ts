import * as z from 'zod';
import { datetime, pageQuery, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { usageTypes } from './ssh-key-types.ts';

const sshKey = z
  .object({
    id: z.int(),
    title: z.string(),
    created_at: timestamp,
    expires_at: timestamp.nullable(),
    last_used_at: timestamp.nullable(),
    key: z.string().describe('With its comment for its owner and administrators'),
    usage_type: z.enum(usageTypes),
  })
  .meta({ id: 'SshKey' });
export type SshKey = z.output<typeof sshKey>;

const own = '/user/keys';
const ofUser = '/users/:id/keys';
const scopes = ['read_user'] as const;
const ownKey = z.object({ key_id: z.int() });
const userId = z.object({ id: z.string().describe('Id or user name') });
const keyOfUser = z.object({ ...userId.shape, ...ownKey.shape });
const body = z.object({
  title: z.string().describe('255 characters at most'),
  key: z.string().describe('As `ssh-keygen` writes it; 5000 characters at most'),
  expires_at: datetime().optional().describe('When it stops working; absent: never'),
  usage_type: z.enum(usageTypes).default('auth_and_signing'),
});

/** SSH keys by which people sign in to git. */
export const sshKeys = {
  list: defineEndpoint({
    id: 'sshKeys.list',
    method: 'GET',
    path: own,
    summary: "The caller's SSH keys",
    access: { who: 'user' },
    scopes,
    query: z.object(pageQuery),
    response: z.array(sshKey),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'sshKeys.show',
    method: 'GET',
    path: `${own}/:key_id`,
    summary: 'One SSH key of the caller',
    access: { who: 'user' },
    scopes,
    params: ownKey,
    response: sshKey,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'sshKeys.create',
    method: 'POST',
    path: own,
    summary: 'Add an SSH key of the caller',
    access: { who: 'user' },
    body,
    response: sshKey,
    status: [201],
  }),
  remove: defineEndpoint({
    id: 'sshKeys.remove',
    method: 'DELETE',
    path: `${own}/:key_id`,
    summary: 'Remove an SSH key of the caller',
    access: { who: 'user' },
    params: ownKey,
    response: null,
    status: [204],
  }),
  listOfUser: defineEndpoint({
    id: 'sshKeys.listOfUser',
    method: 'GET',
    path: ofUser,
    summary: 'SSH keys of a user, without their comments',
    access: { who: 'user' },
    scopes,
    params: userId,
    query: z.object(pageQuery),
    response: z.array(sshKey),
    status: [200],
    paginated: true,
  }),
  showOfUser: defineEndpoint({
    id: 'sshKeys.showOfUser',
    method: 'GET',
    path: `${ofUser}/:key_id`,
    summary: 'One SSH key of a user',
    access: { who: 'user' },
    scopes,
    params: keyOfUser,
    response: sshKey,
    status: [200],
  }),
  createForUser: defineEndpoint({
    id: 'sshKeys.createForUser',
    method: 'POST',
    path: ofUser,
    summary: 'Add an SSH key of a user',
    access: { who: 'admin' },
    params: userId,
    body,
    response: sshKey,
    status: [201],
  }),
  removeOfUser: defineEndpoint({
    id: 'sshKeys.removeOfUser',
    method: 'DELETE',
    path: `${ofUser}/:key_id`,
    summary: 'Remove an SSH key of a user',
    access: { who: 'admin' },
    params: keyOfUser,
    response: null,
    status: [204],
  }),
} as const;
