import type { PipelineSource } from '#contract/pipeline-record.ts';
import type { InputValue } from '../../ci/inputs.ts';
import { type Ctx, now, type User } from '../../context.ts';
import {
  badParameters,
  forbidden,
  invalid,
  notFound,
  refused,
  unauthorizedText,
  unprocessable,
} from '../../errors.ts';
import { sha256 } from '../../secrets.ts';
import { ciJobOfToken, isCiJobTokenOver } from '../ci-jobs/token-rules.ts';
import { createPipeline } from '../pipelines/create-rules.ts';
import type { Pipeline } from '../pipelines/rules.ts';
import {
  findProjectById,
  findProjectNamed,
  mayUserInProject,
  type Project,
} from '../projects/rules.ts';
import { usersById } from '../users/rules.ts';
import { findTriggerOfToken, insertUpstream, updateTriggerRow } from './repository.ts';

/** A call that wants a pipeline, with a token in place of a user. */
export interface Start {
  /** Id or path. */
  project: string;
  ref: string;
  token: string | undefined;
  variables: Readonly<Record<string, unknown>>;
  inputs: Readonly<Record<string, InputValue>>;
  /** All that was sent, without the token: the pipeline's `TRIGGER_PAYLOAD`. */
  payload: Readonly<Record<string, unknown>>;
  /** The event of a hook that calls. */
  hookEvent: string | undefined;
}

/** What a token stands for. */
interface Started {
  user: User;
  source: PipelineSource;
  /** Written with the pipeline. */
  also: (ctx: Ctx, pipeline: Pipeline) => Promise<void>;
}

/** Starts a pipeline as the token's owner; what the token may not see does not exist. */
export async function startPipeline(
  ctx: Ctx,
  start: Start,
): Promise<{ ctx: Ctx; project: Project; pipeline: Pipeline }> {
  if (start.token === undefined) throw badParameters('token is missing');
  if (start.hookEvent === 'Pipeline Hook') throw forbidden();
  const values = Object.entries(start.variables);
  const variables = values.flatMap(([key, value]) =>
    typeof value === 'string' ? [{ key, value }] : [],
  );
  if (variables.length < values.length) {
    throw refused('variables needs to be a map of key-valued strings');
  }
  const project = await findProjectNamed(ctx, start.project);
  if (project === undefined) throw notFound();
  const by = (await byTrigger(ctx, project, start.token)) ?? (await byCiJob(ctx, start.token));
  if (by === undefined || by.user.state !== 'active') throw notFound();
  if (!(await mayUserInProject(ctx, by.user, 'read_project', project))) throw notFound();

  const acting: Ctx = {
    ...ctx,
    actor: { kind: 'user', user: by.user, via: 'token', tokenId: 0, scopes: [] },
  };
  const payload = JSON.stringify(start.payload);
  const creation = await createPipeline(acting, project, {
    ref: start.ref,
    source: by.source,
    user: by.user,
    variables: [
      ...variables,
      { key: 'TRIGGER_PAYLOAD', value: payload, variable_type: 'file', own: true },
    ],
    inputs: start.inputs,
    saveOnErrors: true,
    also: by.also,
  });
  if (creation.outcome === 'refused') throw invalid({ base: creation.messages });
  if (creation.outcome === 'failed') throw unprocessable({ base: creation.messages });
  return { ctx: acting, project, pipeline: creation.pipeline };
}

async function byTrigger(ctx: Ctx, project: Project, text: string): Promise<Started | undefined> {
  const trigger = await findTriggerOfToken(ctx.db, project.id, {
    hash: sha256(text),
    instant: now(ctx),
  });
  if (trigger === undefined) return undefined;
  if (trigger.expires_at !== null && trigger.expires_at <= now(ctx)) return undefined;
  const user = (await usersById(ctx, [trigger.owner_id])).get(trigger.owner_id);
  return (
    user && {
      user,
      source: 'trigger',
      also: async (ctx, { created_at }) => {
        await updateTriggerRow(ctx.db, trigger.id, { last_used: created_at });
      },
    }
  );
}

async function byCiJob(ctx: Ctx, text: string): Promise<Started | undefined> {
  const job = await ciJobOfToken(ctx, text);
  if (job === undefined) return undefined;
  const home = await findProjectById(ctx, job.project_id);
  if (home === undefined || home.marked_for_deletion_at !== null) {
    throw unauthorizedText('Project has been deleted!');
  }
  if (job.erased_at !== null) throw unauthorizedText('Job has been erased!');
  if (job.status !== 'running') throw unauthorizedText('Job is not running');
  if (isCiJobTokenOver(ctx, job)) throw unauthorizedText('Job token has expired');
  const user = (await usersById(ctx, [job.user_id])).get(job.user_id ?? 0);
  return (
    user && {
      user,
      source: 'pipeline',
      also: (ctx, { id }) => insertUpstream(ctx.db, { pipeline_id: id, ci_job_id: job.id }),
    }
  );
}
