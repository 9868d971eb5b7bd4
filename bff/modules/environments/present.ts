import type * as z from 'zod';
import type { environmentRecord } from '#contract/deployment-record.ts';
import type { Environment } from './rules.ts';

/** An environment as deployments name it. */
export const presentBasicEnvironment = (row: Environment) => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  external_url: row.external_url,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

/** An environment's record. */
export const presentEnvironment = (row: Environment): z.output<typeof environmentRecord> => ({
  ...presentBasicEnvironment(row),
  description: row.description,
  state: row.state,
  tier: row.tier,
  auto_stop_at: row.auto_stop_at,
  auto_stop_setting: row.auto_stop_setting,
  kubernetes_namespace: null,
  flux_resource_path: null,
});
