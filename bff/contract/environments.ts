import * as z from 'zod';
import { filledText, pageQuery, underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import {
  deployment,
  environmentRecord,
  environmentStates,
  environmentTiers,
} from './deployment-record.ts';

export type EnvironmentState = (typeof environmentStates)[number];
export type EnvironmentTier = (typeof environmentTiers)[number];

const environmentDetails = z
  .object({ ...environmentRecord.shape, last_deployment: deployment.nullable() })
  .meta({ id: 'EnvironmentDetails' });

const settings = {
  description: z.string().max(10_000).nullable().optional(),
  external_url: z.string().max(255).nullable().optional(),
  tier: z.enum(environmentTiers).optional(),
  auto_stop_setting: z.enum(['always', 'with_action']).optional(),
};

const path = '/projects/:id/environments';
const one = `${path}/:environment_id`;
const underEnvironment = z.object({ ...underId.shape, environment_id: z.int() });

export const environments = {
  list: defineEndpoint({
    id: 'environments.list',
    method: 'GET',
    path,
    summary: 'Environments of a project',
    access: { who: 'user', project: 'read_environment' },
    params: underId,
    query: z.object({
      ...pageQuery,
      name: z.string().optional(),
      search: z.string().optional().describe('Part of the name, three characters at least'),
      states: z.enum(environmentStates).optional(),
    }),
    exclusive: [['name', 'search']],
    response: z.array(environmentRecord),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'environments.show',
    method: 'GET',
    path: one,
    summary: 'One environment with its last deployment',
    access: { who: 'user', project: 'read_environment' },
    params: underEnvironment,
    response: environmentDetails,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'environments.create',
    method: 'POST',
    path,
    summary: 'Create an environment',
    access: { who: 'user', project: 'update_environment' },
    params: underId,
    body: z.object({ name: filledText(), ...settings }),
    response: environmentRecord,
    status: [201],
  }),
  update: defineEndpoint({
    id: 'environments.update',
    method: 'PUT',
    path: one,
    summary: 'Change an environment; its name stays',
    access: { who: 'user', project: 'update_environment' },
    params: underEnvironment,
    body: z.object(settings),
    response: environmentRecord,
    status: [200],
  }),
  stop: defineEndpoint({
    id: 'environments.stop',
    method: 'POST',
    path: `${one}/stop`,
    summary: 'Stop an environment',
    access: { who: 'user', project: 'update_environment' },
    params: underEnvironment,
    body: z.object({ force: z.boolean().default(false) }),
    response: environmentRecord,
    status: [200],
  }),
  remove: defineEndpoint({
    id: 'environments.remove',
    method: 'DELETE',
    path: one,
    summary: 'Delete a stopped environment with its deployments',
    access: { who: 'user', project: 'update_environment' },
    params: underEnvironment,
    response: null,
    status: [204],
  }),
} as const;
