import * as z from 'zod';
import { filledText, idList, keysetQuery, pageQuery, timestamp, userSummary } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

/** Profile texts that a user record carries, stored as one object. */
export const profileFields = [
  'bio',
  'location',
  'linkedin',
  'twitter',
  'discord',
  'website_url',
  'github',
  'job_title',
  'pronouns',
  'organization',
] as const;

const profileShape = {
  bio: z.string(),
  location: z.string().nullable(),
  linkedin: z.string(),
  twitter: z.string(),
  discord: z.string(),
  website_url: z.string(),
  github: z.string(),
  job_title: z.string(),
  pronouns: z.string().nullable(),
  organization: z.string().nullable(),
};

/** A user as anyone may read it. */
export const publicUser = z
  .object({
    ...userSummary.shape,
    created_at: timestamp,
    ...profileShape,
    bot: z.boolean(),
    work_information: z.string().nullable(),
    followers: z.int(),
    following: z.int(),
    local_time: z.string().nullable(),
  })
  .meta({ id: 'User' });

const ownShape = {
  last_sign_in_at: timestamp.nullable(),
  confirmed_at: timestamp.nullable(),
  last_activity_on: z.iso.date().nullable(),
  email: z.string(),
  theme_id: z.int(),
  color_scheme_id: z.int(),
  projects_limit: z.int(),
  current_sign_in_at: timestamp.nullable(),
  identities: z.array(z.object({ provider: z.string(), extern_uid: z.string() })),
  can_create_group: z.boolean(),
  can_create_project: z.boolean(),
  two_factor_enabled: z.boolean(),
  external: z.boolean(),
  private_profile: z.boolean(),
  commit_email: z.string(),
  preferred_language: z.string(),
};

/** The caller's own profile; administrators also see `is_admin`. */
export const currentUser = z
  .object({ ...publicUser.shape, ...ownShape, is_admin: z.boolean().optional() })
  .meta({ id: 'CurrentUser' });

/** A user as administrators read it. */
export const adminUser = z
  .object({
    ...publicUser.shape,
    ...ownShape,
    is_admin: z.boolean(),
    namespace_id: z.int().nullable(),
    created_by: userSummary.nullable(),
  })
  .meta({ id: 'AdminUser' });

/** What a user list carries: the summary for people, the whole record for administrators. */
const listedUser = z
  .object({ ...adminUser.partial().shape, ...userSummary.shape })
  .meta({ id: 'ListedUser' });

const userParams = z.object({ id: z.int() });

const writableProfile = {
  bio: z.string().max(255).optional(),
  location: z.string().max(255).nullable().optional(),
  linkedin: z.string().max(255).optional(),
  twitter: z.string().max(255).optional(),
  discord: z.string().max(255).optional(),
  website_url: z.string().max(255).optional(),
  job_title: z.string().max(255).optional(),
  pronouns: z.string().max(255).nullable().optional(),
  organization: z.string().max(255).nullable().optional(),
  public_email: z.string().nullable().optional(),
  commit_email: z
    .string()
    .nullable()
    .optional()
    .describe('`_private`: commits bear an address that leads to nobody; empty: the own one'),
};

const writable = {
  ...writableProfile,
  admin: z.boolean().optional(),
  can_create_group: z.boolean().optional(),
  external: z.boolean().optional(),
  private_profile: z.boolean().optional(),
  projects_limit: z.int().min(0).optional(),
};

export const users = {
  current: defineEndpoint({
    id: 'users.current',
    method: 'GET',
    path: '/user',
    summary: 'The profile of whoever calls',
    access: { who: 'user' },
    scopes: ['read_user'],
    response: currentUser,
    status: [200],
  }),
  updateOwn: defineEndpoint({
    id: 'users.updateOwn',
    method: 'PUT',
    path: '/profile',
    base: 'bff',
    summary: "Change one's own profile; a new username or address needs the current password",
    access: { who: 'user' },
    body: z.object({
      name: filledText().optional(),
      username: filledText().optional(),
      email: filledText().optional(),
      current_password: z.string().optional(),
      ...writableProfile,
      private_profile: z.boolean().optional(),
    }),
    response: currentUser,
    status: [200],
  }),
  list: defineEndpoint({
    id: 'users.list',
    method: 'GET',
    path: '/users',
    summary: 'Users, by name, state and role',
    access: { who: 'user' },
    scopes: ['read_user'],
    query: z.object({
      ...pageQuery,
      ...keysetQuery,
      search: z.string().optional(),
      username: z.string().optional(),
      ids: idList().optional().describe('Those of so many ids'),
      active: z.boolean().optional(),
      blocked: z.boolean().optional(),
      external: z.boolean().optional(),
      admins: z.boolean().optional(),
      humans: z.boolean().optional(),
      exclude_internal: z.boolean().optional(),
      without_project_bots: z.boolean().optional(),
      created_after: z.iso.datetime({ offset: true, local: true }).optional(),
      created_before: z.iso.datetime({ offset: true, local: true }).optional(),
      order_by: z.enum(['id', 'name', 'username', 'created_at', 'updated_at']).default('id'),
      sort: z.enum(['asc', 'desc']).default('desc'),
    }),
    response: z.array(listedUser),
    status: [200],
    paginated: true,
    keyset: ['id', 'name', 'username', 'created_at', 'updated_at'],
  }),
  show: defineEndpoint({
    id: 'users.show',
    method: 'GET',
    path: '/users/:id',
    summary: 'One user',
    access: { who: 'user' },
    limited: 'user',
    scopes: ['read_user'],
    params: userParams,
    response: z
      .object({ ...adminUser.partial().shape, ...publicUser.shape })
      .meta({ id: 'ShownUser' }),
    status: [200],
  }),
  create: defineEndpoint({
    id: 'users.create',
    method: 'POST',
    path: '/users',
    summary: 'Create a user',
    access: { who: 'admin' },
    body: z.object({
      email: filledText(),
      username: filledText(),
      name: filledText(),
      password: z.string().optional(),
      force_random_password: z.boolean().optional(),
      reset_password: z.boolean().optional(),
      skip_confirmation: z.boolean().optional(),
      ...writable,
    }),
    response: adminUser,
    status: [201],
  }),
  update: defineEndpoint({
    id: 'users.update',
    method: 'PUT',
    path: '/users/:id',
    summary: 'Change a user',
    access: { who: 'admin' },
    params: userParams,
    body: z.object({
      email: z.string().optional(),
      username: z.string().optional(),
      name: z.string().optional(),
      password: z.string().optional(),
      ...writable,
    }),
    response: adminUser,
    status: [200],
  }),
  remove: defineEndpoint({
    id: 'users.remove',
    method: 'DELETE',
    path: '/users/:id',
    summary:
      'Delete a user with the personal projects; what they wrote elsewhere moves to the ghost user',
    access: { who: 'admin' },
    params: userParams,
    query: z.object({ hard_delete: z.boolean().default(false) }),
    response: null,
    status: [204],
  }),
  memberships: defineEndpoint({
    id: 'users.memberships',
    method: 'GET',
    path: '/users/:id/memberships',
    summary: 'Groups and projects of which a user is a direct member',
    access: { who: 'admin' },
    params: userParams,
    query: z.object({ ...pageQuery, type: z.enum(['Project', 'Namespace']).optional() }),
    response: z.array(
      z
        .object({
          source_id: z.int(),
          source_name: z.string(),
          source_type: z.enum(['Project', 'Namespace']),
          access_level: z.int(),
        })
        .meta({ id: 'Membership' }),
    ),
    status: [200],
    paginated: true,
  }),
  block: defineEndpoint({
    id: 'users.block',
    method: 'POST',
    path: '/users/:id/block',
    summary: 'Block a user: no sign-in, no token works',
    access: { who: 'admin' },
    params: userParams,
    response: z.boolean(),
    status: [201],
  }),
  unblock: defineEndpoint({
    id: 'users.unblock',
    method: 'POST',
    path: '/users/:id/unblock',
    summary: 'Take a block back',
    access: { who: 'admin' },
    params: userParams,
    response: z.boolean(),
    status: [201],
  }),
} as const;
