import type { Generated } from 'kysely';
import type { DeploymentStatus } from '#contract/deployments.ts';
import type { EnvironmentState, EnvironmentTier } from '#contract/environments.ts';

type Flag = Generated<number>;
type Time = string;

export interface Environments {
  id: Generated<number>;
  project_id: number;
  name: string;
  name_lower: string;
  slug: string;
  external_url: string | null;
  state: Generated<EnvironmentState>;
  tier: Generated<EnvironmentTier>;
  description: string | null;
  auto_stop_at: Time | null;
  auto_stop_setting: Generated<'always' | 'with_action'>;
  created_at: Time;
  updated_at: Time;
}

export interface Deployments {
  id: Generated<number>;
  project_id: number;
  iid: number;
  environment_id: number;
  ref: string;
  tag: Flag;
  sha: string;
  status: DeploymentStatus;
  user_id: number | null;
  /** The recorded job that deploys; null where something outside told of it. */
  ci_job_id: number | null;
  finished_at: Time | null;
  created_at: Time;
  updated_at: Time;
}

/** Merge requests whose merge commit came with a deployment; kept by `modules/deployments`. */
export interface DeploymentMergeRequests {
  deployment_id: number;
  merge_request_id: number;
  environment_id: number;
}

export interface DeploymentTables {
  environments: Environments;
  deployments: Deployments;
  deployment_merge_requests: DeploymentMergeRequests;
}
