import * as z from 'zod';
import { ciJob } from './ci-jobs.ts';
import { timestamp, userSummary } from './common.ts';

export const environmentStates = ['available', 'stopping', 'stopped'] as const;
export const environmentTiers = [
  'production',
  'staging',
  'testing',
  'development',
  'other',
] as const;

export const deploymentStatuses = [
  'created',
  'running',
  'success',
  'failed',
  'canceled',
  'skipped',
  'blocked',
] as const;

/** An environment inside other records. */
const basicEnvironment = z
  .object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    external_url: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'BasicEnvironment' });

export const environmentRecord = z
  .object({
    ...basicEnvironment.shape,
    description: z.string().nullable(),
    state: z.enum(environmentStates),
    tier: z.enum(environmentTiers),
    auto_stop_at: timestamp.nullable(),
    auto_stop_setting: z.enum(['always', 'with_action']),
    kubernetes_namespace: z.null(),
    flux_resource_path: z.null(),
  })
  .meta({ id: 'Environment' });

export const deployment = z
  .object({
    id: z.int(),
    iid: z.int(),
    ref: z.string(),
    sha: z.string(),
    created_at: timestamp,
    updated_at: timestamp,
    status: z.enum(deploymentStatuses),
    user: userSummary.nullable(),
    environment: basicEnvironment,
    /** The job that deploys; null where something outside told of the deployment. */
    deployable: ciJob.nullable(),
  })
  .meta({ id: 'Deployment' });
