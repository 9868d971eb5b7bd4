import * as z from 'zod';
import {
  filledText,
  keysetQuery,
  pageQuery,
  removal,
  timestamp,
  underId,
  visibility,
} from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { shapes } from './settings/shapes.ts';

export const group = z
  .object({
    id: z.int(),
    web_url: z.string(),
    name: z.string(),
    path: z.string(),
    description: z.string(),
    visibility,
    share_with_group_lock: z.boolean(),
    require_two_factor_authentication: z.boolean(),
    two_factor_grace_period: z.int(),
    project_creation_level: z.string(),
    auto_devops_enabled: z.boolean().nullable(),
    subgroup_creation_level: z.string(),
    emails_disabled: z.boolean(),
    emails_enabled: z.boolean(),
    mentions_disabled: z.boolean().nullable(),
    lfs_enabled: z.boolean(),
    default_branch: z.string().nullable(),
    avatar_url: z.string().nullable(),
    request_access_enabled: z.boolean(),
    full_name: z.string(),
    full_path: z.string(),
    created_at: timestamp,
    parent_id: z.int().nullable(),
    default_branch_protection: z
      .int()
      .describe('The older code of default_branch_protection_defaults'),
    default_branch_protection_defaults: shapes.default_branch_protection_defaults,
    membership_lock: z.boolean(),
    ldap_cn: z.null(),
    ldap_access: z.null(),
    marked_for_deletion_on: z.iso.date().nullable(),
    runners_token: z.null(),
    file_template_project_id: z.null(),
  })
  .meta({ id: 'Group' });

const projectCreationLevel = z.enum(['noone', 'owner', 'maintainer', 'developer', 'administrator']);
const subgroupCreationLevel = z.enum(['owner', 'maintainer']);

const listQuery = {
  ...pageQuery,
  search: z.string().optional(),
  owned: z.boolean().optional(),
  min_access_level: z.int().optional(),
  order_by: z.enum(['name', 'path', 'id', 'similarity']).default('name'),
  sort: z.enum(['asc', 'desc']).default('asc'),
  visibility: visibility.optional(),
};

const settings = {
  description: z.string().optional(),
  visibility: visibility.optional(),
  project_creation_level: projectCreationLevel.optional(),
  subgroup_creation_level: subgroupCreationLevel.optional(),
  default_branch_protection: z.int().min(0).max(4).optional(),
  default_branch_protection_defaults: shapes.default_branch_protection_defaults.optional(),
};

export const groups = {
  list: defineEndpoint({
    id: 'groups.list',
    method: 'GET',
    path: '/groups',
    summary: 'Groups that the caller may see',
    access: { who: 'anyone' },
    limited: 'groups',
    query: z.object({
      ...listQuery,
      ...keysetQuery,
      top_level_only: z.boolean().optional(),
      all_available: z.boolean().optional(),
    }),
    response: z.array(group),
    status: [200],
    paginated: true,
    keyset: ['name', 'id'],
  }),
  show: defineEndpoint({
    id: 'groups.show',
    method: 'GET',
    path: '/groups/:id',
    summary: 'One group',
    access: { who: 'anyone', group: 'read_group' },
    limited: 'group',
    params: underId,
    response: group,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'groups.create',
    method: 'POST',
    path: '/groups',
    summary: 'Create a group or a subgroup',
    access: { who: 'user' },
    body: z.object({
      name: filledText(),
      path: filledText(),
      parent_id: z.int().optional(),
      ...settings,
    }),
    response: group,
    status: [201],
  }),
  update: defineEndpoint({
    id: 'groups.update',
    method: 'PUT',
    path: '/groups/:id',
    summary: 'Change a group',
    access: { who: 'user', group: 'admin_group' },
    params: underId,
    body: z.object({
      name: filledText().optional(),
      path: filledText().optional(),
      ...settings,
    }),
    response: group,
    status: [200],
  }),
  remove: defineEndpoint({
    id: 'groups.remove',
    method: 'DELETE',
    path: '/groups/:id',
    summary:
      'Mark a group for deletion with its subgroups and projects; once it is marked, delete it at once',
    access: { who: 'user', group: 'remove_group' },
    params: underId,
    body: removal,
    response: z.object({ message: z.string() }),
    status: [202],
  }),
  restore: defineEndpoint({
    id: 'groups.restore',
    method: 'POST',
    path: '/groups/:id/restore',
    summary: 'Keep a group that was marked for deletion',
    access: { who: 'user', group: 'remove_group' },
    params: underId,
    response: group,
    status: [201],
  }),
  subgroups: defineEndpoint({
    id: 'groups.subgroups',
    method: 'GET',
    path: '/groups/:id/subgroups',
    summary: 'Direct subgroups that the caller may see',
    access: { who: 'anyone', group: 'read_group' },
    params: underId,
    query: z.object(listQuery),
    response: z.array(group),
    status: [200],
    paginated: true,
  }),
} as const;
