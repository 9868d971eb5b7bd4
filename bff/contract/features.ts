import * as z from 'zod';
import { hints } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

export interface FeatureDefinition {
  readonly name: string;
  readonly milestone: string;
  readonly group: string;
  readonly default_enabled: boolean;
}

/** The flags of the specification; any other name may be set and changes nothing. */
export const featureDefinitions = [
  {
    name: 'restrict_merge_status_recheck',
    milestone: '17.11',
    group: 'code review',
    default_enabled: false,
  },
  { name: 'mr_approved_filter', milestone: '17.11', group: 'code review', default_enabled: false },
  {
    name: 'ci_inputs_for_pipelines',
    milestone: '17.10',
    group: 'pipeline authoring',
    default_enabled: true,
  },
  {
    name: 'importer_user_mapping_reassignment_csv',
    milestone: '17.8',
    group: 'import',
    default_enabled: true,
  },
] as const satisfies readonly FeatureDefinition[];

export type FeatureName = (typeof featureDefinitions)[number]['name'];

const definition = z
  .object({
    name: z.string(),
    introduced_by_url: z.string().nullable(),
    rollout_issue_url: z.string().nullable(),
    milestone: z.string(),
    log_state_changes: z.boolean(),
    type: z.string(),
    group: z.string(),
    default_enabled: z.boolean(),
  })
  .meta({ id: 'FeatureDefinition' });

const gate = z.object({
  key: z.enum(['boolean', 'actors', 'percentage_of_actors', 'percentage_of_time']),
  value: z.union([z.boolean(), z.int(), z.array(z.string())]),
});

export const feature = z
  .object({
    name: z.string(),
    state: z.enum(['on', 'off', 'conditional']),
    gates: z.array(gate),
    definition: definition.nullable(),
  })
  .meta({ id: 'Feature' });
export type Feature = z.output<typeof feature>;

const underName = z.object({ name: z.string().regex(/^\w{1,255}$/) });

export const features = {
  list: defineEndpoint({
    id: 'features.list',
    method: 'GET',
    path: '/features',
    summary: 'Feature flags that were set, with their gates',
    access: { who: 'admin' },
    response: z.array(feature),
    status: [200],
  }),
  definitions: defineEndpoint({
    id: 'features.definitions',
    method: 'GET',
    path: '/features/definitions',
    summary: 'Feature flags that this server knows',
    access: { who: 'admin' },
    response: z.array(definition),
    status: [200],
  }),
  set: defineEndpoint({
    id: 'features.set',
    method: 'POST',
    path: '/features/:name',
    summary: 'Turn a feature flag on or off, for everyone, a share or those named',
    access: { who: 'admin' },
    params: underName,
    body: z.object({
      value: z
        .union([z.int().min(0).max(100), z.boolean()])
        .register(hints, { says: 'is invalid' })
        .describe('true, false or a percentage'),
      key: z.enum(['percentage_of_actors', 'percentage_of_time']).optional(),
      user: z.string().optional().describe('User names joined by commas'),
      group: z.string().optional().describe('Full paths of groups joined by commas'),
      project: z.string().optional().describe('Full paths of projects joined by commas'),
      force: z.boolean().optional(),
    }),
    exclusive: [
      ['key', 'user'],
      ['key', 'group'],
      ['key', 'project'],
    ],
    response: feature,
    status: [201],
  }),
  remove: defineEndpoint({
    id: 'features.remove',
    method: 'DELETE',
    path: '/features/:name',
    summary: 'Forget what was set for a feature flag: its default holds again',
    access: { who: 'admin' },
    params: underName,
    response: null,
    status: [204],
  }),
} as const;
