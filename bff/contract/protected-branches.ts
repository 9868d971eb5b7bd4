import * as z from 'zod';
import { filledText, pageQuery, underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

/** Roles that a branch may be opened to; 0 stands for nobody, 60 for administrators. */
const protectionLevels = [0, 30, 40, 60] as const;

const accessLevel = z
  .object({
    id: z.int(),
    /** Null where a person or a group is named. */
    access_level: z.int().nullable(),
    access_level_description: z.string(),
    user_id: z.int().nullable(),
    group_id: z.int().nullable(),
  })
  .meta({ id: 'ProtectedBranchAccessLevel' });

const protectedBranch = z
  .object({
    id: z.int(),
    /** A branch name; `*` stands for any text. */
    name: z.string(),
    push_access_levels: z.array(accessLevel),
    merge_access_levels: z.array(accessLevel),
    unprotect_access_levels: z.array(accessLevel),
    allow_force_push: z.boolean(),
    code_owner_approval_required: z.boolean(),
    inherited: z.boolean(),
  })
  .meta({ id: 'ProtectedBranch' });

const level = () => z.literal([...protectionLevels]).optional();

const entry = z.object({
  access_level: level(),
  user_id: z.int().optional(),
  group_id: z.int().optional(),
});
const changedEntry = z.object({
  ...entry.shape,
  id: z.int().optional(),
  _destroy: z.boolean().optional(),
});

const path = '/projects/:id/protected_branches';
const one = `${path}/:name` as const;
const params = z.object({ ...underId.shape, name: z.string() });
const access = { who: 'user', project: 'admin_protected_branch' } as const;

export const protectedBranches = {
  list: defineEndpoint({
    id: 'protectedBranches.list',
    method: 'GET',
    path,
    summary: 'Protected branches and wildcards',
    access,
    params: underId,
    query: z.object({ ...pageQuery, search: z.string().optional() }),
    response: z.array(protectedBranch),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'protectedBranches.show',
    method: 'GET',
    path: one,
    summary: 'One protected branch or wildcard',
    access,
    params,
    response: protectedBranch,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'protectedBranches.create',
    method: 'POST',
    path,
    summary: 'Protect a branch, or all of a wildcard',
    access,
    params: underId,
    body: z.object({
      name: filledText(),
      push_access_level: level(),
      merge_access_level: level(),
      unprotect_access_level: level(),
      allowed_to_push: z.array(entry).optional(),
      allowed_to_merge: z.array(entry).optional(),
      allowed_to_unprotect: z.array(entry).optional(),
      allow_force_push: z.boolean().default(false),
    }),
    response: protectedBranch,
    status: [201],
  }),
  update: defineEndpoint({
    id: 'protectedBranches.update',
    method: 'PATCH',
    path: one,
    summary: 'Change who may push to, merge into and unprotect a branch',
    access,
    params,
    body: z.object({
      allowed_to_push: z.array(changedEntry).optional(),
      allowed_to_merge: z.array(changedEntry).optional(),
      allowed_to_unprotect: z.array(changedEntry).optional(),
      allow_force_push: z.boolean().optional(),
    }),
    response: protectedBranch,
    status: [200],
  }),
  remove: defineEndpoint({
    id: 'protectedBranches.remove',
    method: 'DELETE',
    path: one,
    summary: 'Take the protection off a branch or wildcard',
    access,
    params,
    response: null,
    status: [204],
  }),
} as const;
