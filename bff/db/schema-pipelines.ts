import type { Generated } from 'kysely';
import type {
  CiJobStatus,
  CiJobWhen,
  PipelineSource,
  PipelineStatus,
} from '#contract/pipeline-record.ts';

type Flag = Generated<number>;
type Time = string;

export interface Pipelines {
  id: Generated<number>;
  project_id: number;
  iid: number;
  /** Short name of a branch or tag, or `refs/merge-requests/<iid>/head`. */
  ref: string;
  tag: Flag;
  sha: string;
  before_sha: string;
  source: PipelineSource;
  status: Generated<PipelineStatus>;
  name: string | null;
  user_id: number | null;
  merge_request_id: number | null;
  /** The schedule that made it. */
  pipeline_schedule_id: number | null;
  yaml_errors: string | null;
  failure_reason: string | null;
  /** JSON list of what the CI file says and nobody reads. */
  warnings: Generated<string>;
  /** JSON record of the commit, so that lists ask no git process. */
  commit: string;
  /** Names what asked for it where a second try must not make a second one. */
  origin_key: string | null;
  coverage: string | null;
  /** Seconds in which at least one job ran. */
  duration: number | null;
  committed_at: Time | null;
  started_at: Time | null;
  finished_at: Time | null;
  created_at: Time;
  updated_at: Time;
}

export interface PipelineVariables {
  pipeline_id: number;
  position: number;
  key: string;
  encrypted_value: string;
  variable_type: Generated<'env_var' | 'file'>;
  raw: Flag;
}

/** Jobs of the CI file (`job`) and statuses that others report for a commit (`external`). */
export interface CiJobs {
  id: Generated<number>;
  project_id: number;
  pipeline_id: number;
  kind: Generated<'job' | 'external'>;
  name: string;
  stage: string;
  stage_index: number;
  status: Generated<CiJobStatus>;
  ref: string;
  tag: Flag;
  sha: string;
  when: Generated<CiJobWhen>;
  allow_failure: Flag;
  /** JSON list of names; null: waits for the stages before. */
  needs: string | null;
  start_in: number | null;
  tag_list: Generated<string>;
  /** JSON of the environment that it deploys to. */
  environment: string | null;
  retried: Flag;
  user_id: number | null;
  target_url: string | null;
  description: string | null;
  coverage: string | null;
  failure_reason: string | null;
  scheduled_at: Time | null;
  queued_at: Time | null;
  started_at: Time | null;
  finished_at: Time | null;
  erased_at: Time | null;
  created_at: Time;
  updated_at: Time;
}

export interface CiJobTokens {
  ci_job_id: number;
  token_sha256: string;
  created_at: Time;
}

/** A token that starts pipelines of a project as its owner. */
export interface PipelineTriggers {
  id: Generated<number>;
  project_id: number;
  owner_id: number;
  description: string;
  token_sha256: string;
  encrypted_token: string;
  /** Of the text before the last rotation. */
  previous_token_sha256: string | null;
  /** Until when that one still works. */
  previous_valid_until: Time | null;
  expires_at: Time | null;
  /** When the newest pipeline was started with it. */
  last_used: Time | null;
  created_at: Time;
  updated_at: Time;
}

/** The job whose token started a pipeline. */
export interface UpstreamPipelines {
  pipeline_id: number;
  ci_job_id: number | null;
}

export interface PipelineTables {
  pipeline_triggers: PipelineTriggers;
  upstream_pipelines: UpstreamPipelines;
  pipelines: Pipelines;
  pipeline_variables: PipelineVariables;
  ci_jobs: CiJobs;
  ci_job_tokens: CiJobTokens;
}
