import * as z from 'zod';
import { datetime, pageQuery, timestamp, underId, userSummary } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { sshKeyTypes, usageTypes } from './ssh-key-types.ts';

const deployKey = z
  .object({
    id: z.int(),
    title: z.string(),
    created_at: timestamp,
    expires_at: timestamp.nullable(),
    last_used_at: timestamp.nullable(),
    key: z.string().describe('The public key with its comment, on one line'),
    usage_type: z.enum(usageTypes),
    fingerprint: z.string().optional().describe('MD5; absent where the server may not make it'),
    fingerprint_sha256: z.string(),
  })
  .meta({ id: 'DeployKey' });

const projectDeployKey = z
  .object({ ...deployKey.shape, can_push: z.boolean() })
  .meta({ id: 'ProjectDeployKey' });
export type ProjectDeployKey = z.output<typeof projectDeployKey>;

const projectIdentity = z
  .object({
    id: z.int(),
    description: z.string().nullable(),
    name: z.string(),
    name_with_namespace: z.string(),
    path: z.string(),
    path_with_namespace: z.string(),
    created_at: timestamp,
  })
  .meta({ id: 'ProjectIdentity' });

const instanceDeployKey = z
  .object({
    ...deployKey.shape,
    projects_with_write_access: z.array(projectIdentity),
    projects_with_readonly_access: z.array(projectIdentity),
  })
  .meta({ id: 'InstanceDeployKey' });

/** What screens tell of a key besides its record. */
const keyTraits = {
  public: z.boolean().describe('Made by an administrator, for every project to enable'),
  key_type: z.enum(sshKeyTypes),
  bits: z.int(),
  works_for_git: z.boolean().describe('False of types and lengths that git over SSH refuses'),
  expired: z.boolean(),
  created_by: userSummary.nullable(),
};

const keyOnScreen = z
  .object({
    ...projectDeployKey.shape,
    ...keyTraits,
    enabled: z.boolean(),
    projects_count: z.int(),
    vouched_by: userSummary
      .nullable()
      .describe('Who enabled it here or gave it write access; its rights end with theirs'),
    opens: z.enum(['write', 'read', 'none']).describe('What it may do here just now'),
  })
  .meta({ id: 'DeployKeyOnScreen' });
export type DeployKeyOnScreen = z.output<typeof keyOnScreen>;

const inventoryKey = z
  .object({ ...instanceDeployKey.shape, ...keyTraits })
  .meta({ id: 'DeployKeyOfInventory' });
export type InventoryDeployKey = z.output<typeof inventoryKey>;

const path = '/projects/:id/deploy_keys';
const one = `${path}/:key_id`;
const underKey = z.object({ ...underId.shape, key_id: z.int() });
const order = 'subject-first';
const reads = { who: 'user', project: 'read_deploy_key' } as const;
const writes = { who: 'user', project: 'admin_deploy_key' } as const;
const newKey = {
  key: z.string().describe('As `ssh-keygen` writes it; 5000 characters at most'),
  title: z.string().describe('255 characters at most'),
  expires_at: datetime().optional().describe('When it stops working; absent: never'),
};

export const deployKeys = {
  listAll: defineEndpoint({
    id: 'deployKeys.listAll',
    method: 'GET',
    path: '/deploy_keys',
    summary: 'All deploy keys of the instance, with the projects that they open',
    access: { who: 'admin' },
    order,
    query: z.object({
      ...pageQuery,
      public: z.boolean().default(false).describe('Only those for every project to enable'),
    }),
    response: z.array(instanceDeployKey),
    status: [200],
    paginated: true,
  }),
  createForInstance: defineEndpoint({
    id: 'deployKeys.createForInstance',
    method: 'POST',
    path: '/deploy_keys',
    summary: 'Add a public deploy key, which every project may enable',
    access: { who: 'admin' },
    order,
    body: z.object(newKey),
    response: deployKey,
    status: [201],
  }),
  listForProject: defineEndpoint({
    id: 'deployKeys.listForProject',
    method: 'GET',
    path,
    summary: 'Deploy keys of a project',
    access: reads,
    order,
    params: underId,
    query: z.object(pageQuery),
    response: z.array(projectDeployKey),
    status: [200],
    paginated: true,
  }),
  listOfUser: defineEndpoint({
    id: 'deployKeys.listOfUser',
    method: 'GET',
    path: '/users/:id_or_username/project_deploy_keys',
    summary: 'Deploy keys of the projects that a user shares with the caller, who maintains them',
    access: { who: 'user' },
    params: z.object({ id_or_username: z.string() }),
    query: z.object(pageQuery),
    response: z.array(deployKey),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'deployKeys.show',
    method: 'GET',
    path: one,
    summary: 'One deploy key of a project',
    access: reads,
    order,
    params: underKey,
    response: projectDeployKey,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'deployKeys.create',
    method: 'POST',
    path,
    summary: 'Add a deploy key to a project; a key that the caller may use elsewhere is joined',
    access: writes,
    order,
    params: underId,
    body: z.object({ ...newKey, can_push: z.boolean().default(false) }),
    response: projectDeployKey,
    status: [201],
  }),
  update: defineEndpoint({
    id: 'deployKeys.update',
    method: 'PUT',
    path: one,
    summary: 'Rename a deploy key, or let it push or not; a title that others see too stays',
    access: writes,
    order,
    params: underKey,
    body: z.object({ title: z.string().optional(), can_push: z.boolean().optional() }),
    atLeastOne: ['title', 'can_push'],
    response: projectDeployKey,
    status: [200],
  }),
  enable: defineEndpoint({
    id: 'deployKeys.enable',
    method: 'POST',
    path: `${one}/enable`,
    summary: 'Enable a deploy key of another project, or a public one, for reading',
    access: writes,
    order,
    params: underKey,
    response: projectDeployKey,
    status: [201],
  }),
  remove: defineEndpoint({
    id: 'deployKeys.remove',
    method: 'DELETE',
    path: one,
    summary: 'Take a deploy key from a project; a private one that no project has is deleted',
    access: writes,
    order,
    params: underKey,
    response: null,
    status: [204],
  }),
} as const;

/** What the screens of deploy keys need besides. */
export const deployKeyScreens = {
  list: defineEndpoint({
    id: 'deployKeyScreens.list',
    method: 'GET',
    path,
    base: 'bff',
    summary: 'Deploy keys of a project, or those that it could enable, with what they open',
    access: reads,
    order,
    params: underId,
    query: z.object({
      ...pageQuery,
      scope: z.enum(['enabled', 'available']).default('enabled'),
      search: z.string().optional().describe('Part of the title or of a fingerprint'),
    }),
    response: z.array(keyOnScreen),
    status: [200],
    paginated: true,
  }),
  inventory: defineEndpoint({
    id: 'deployKeyScreens.inventory',
    method: 'GET',
    path: '/deploy_keys',
    base: 'bff',
    summary: 'Deploy keys of the instance by use and expiry',
    access: { who: 'admin' },
    query: z.object({
      ...pageQuery,
      search: z.string().optional().describe('Part of the title or of a fingerprint'),
      state: z
        .enum(['all', 'unused', 'expiring', 'expired'])
        .default('all')
        .describe('`unused`: not for 90 days; `expiring`: within 30 days'),
      access: z.enum(['all', 'write', 'read', 'none']).default('all').describe('In any project'),
      public: z.boolean().optional(),
    }),
    response: z.array(inventoryKey),
    status: [200],
    paginated: true,
  }),
  removeEverywhere: defineEndpoint({
    id: 'deployKeyScreens.removeEverywhere',
    method: 'DELETE',
    path: '/deploy_keys/:key_id',
    base: 'bff',
    summary: 'Delete a deploy key; no project has it any more',
    access: { who: 'admin' },
    params: z.object({ key_id: z.int() }),
    response: null,
    status: [204],
  }),
} as const;
