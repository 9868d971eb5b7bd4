import * as z from 'zod';
import { timestamp, userSummary } from './common.ts';

export const pipelineStatuses = [
  'created',
  'waiting_for_resource',
  'preparing',
  'waiting_for_callback',
  'pending',
  'running',
  'success',
  'failed',
  'canceling',
  'canceled',
  'skipped',
  'manual',
  'scheduled',
] as const;
export type PipelineStatus = (typeof pipelineStatuses)[number];
/** Jobs have the statuses of pipelines. */
export type CiJobStatus = PipelineStatus;

export const finishedStatuses = ['success', 'failed', 'canceled', 'skipped'] as const;

/** What can report on a commit from outside. */
export const reportableStatuses = [
  'pending',
  'running',
  'success',
  'failed',
  'canceled',
  'skipped',
] as const;
export type ReportableStatus = (typeof reportableStatuses)[number];

/** Is this a word that says how a commit stands? */
export const isReportable = (word: unknown): word is ReportableStatus =>
  reportableStatuses.some((status) => status === word);

export const ciJobWhens = ['on_success', 'on_failure', 'always', 'manual', 'delayed'] as const;
export type CiJobWhen = (typeof ciJobWhens)[number];

/** What a schedule's pipeline has as its source; CI files call it `schedule`. */
export const scheduledSource = 'scheduled';

export const pipelineSources = [
  'push',
  'web',
  'trigger',
  scheduledSource,
  'api',
  'external',
  'pipeline',
  'chat',
  'webide',
  'merge_request_event',
  'external_pull_request_event',
  'parent_pipeline',
  'ondemand_dast_scan',
  'ondemand_dast_validation',
  'security_orchestration_policy',
  'container_registry_push',
  'duo_workflow',
  'pipeline_execution_policy_schedule',
] as const;
export type PipelineSource = (typeof pipelineSources)[number];

const basicShape = {
  id: z.int(),
  iid: z.int(),
  project_id: z.int(),
  sha: z.string(),
  ref: z.string(),
  status: z.enum(pipelineStatuses),
  source: z.enum(pipelineSources),
  created_at: timestamp,
  updated_at: timestamp,
  web_url: z.string(),
};

/** A pipeline inside other records and in lists. */
export const basicPipeline = z.object(basicShape).meta({ id: 'BasicPipeline' });
export type BasicPipeline = z.output<typeof basicPipeline>;

export const listedPipeline = z
  .object({ ...basicShape, name: z.string().nullable() })
  .meta({ id: 'ListedPipeline' });

/** How a status is shown. */
export const detailedStatus = z
  .object({
    icon: z.string(),
    text: z.string(),
    label: z.string(),
    group: z.string(),
    tooltip: z.string(),
    has_details: z.boolean(),
    details_path: z.string(),
    illustration: z.null(),
    favicon: z.string(),
  })
  .meta({ id: 'DetailedStatus' });

/** A pipeline's whole record. */
export const pipeline = z
  .object({
    ...basicShape,
    name: z.string().nullable(),
    before_sha: z.string(),
    tag: z.boolean(),
    yaml_errors: z.string().nullable(),
    user: userSummary.nullable(),
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
    committed_at: timestamp.nullable(),
    /** Seconds. */
    duration: z.int().nullable(),
    queued_duration: z.number().nullable(),
    /** Percent with two decimals, as text. */
    coverage: z.string().nullable(),
    detailed_status: detailedStatus,
    archived: z.boolean(),
  })
  .meta({ id: 'Pipeline' });
export type Pipeline = z.output<typeof pipeline>;
