import { pipelineTriggers } from '#contract/pipeline-triggers.ts';
import { type Api, type Input, mount } from '../../http/mount.ts';
import { credentials } from '../../http/pagination.ts';
import { presentPipeline } from '../pipelines/present.ts';
import { presentTrigger, presentTriggers } from './present.ts';
import {
  createTrigger,
  getTrigger,
  removeTrigger,
  rotateTrigger,
  triggerPage,
  updateTrigger,
} from './rules.ts';
import { startPipeline } from './start-rules.ts';

/** Trigger tokens, and the pipelines that they start. */
export function pipelineTriggerRoutes(api: Api): void {
  mount(api, pipelineTriggers.list, async ({ ctx, project, paging }) => {
    const page = await triggerPage(ctx, project, paging);
    return { rows: await presentTriggers(ctx, page.rows), total: page.total };
  });
  mount(api, pipelineTriggers.show, async ({ ctx, project, params }) =>
    presentTrigger(ctx, await getTrigger(ctx, project, params.trigger_id)),
  );
  mount(api, pipelineTriggers.create, async ({ ctx, project, body }) =>
    presentTrigger(ctx, await createTrigger(ctx, project, body)),
  );
  mount(api, pipelineTriggers.update, async ({ ctx, project, params, body }) => {
    const change = { id: params.trigger_id, description: body.description };
    return presentTrigger(ctx, await updateTrigger(ctx, project, change));
  });
  mount(api, pipelineTriggers.remove, ({ ctx, project, params, c }) =>
    removeTrigger(ctx, project, {
      id: params.trigger_id,
      unmodifiedSince: c.req.header('if-unmodified-since'),
    }),
  );
  mount(api, pipelineTriggers.rotate, async ({ ctx, project, params, body }) => {
    const rotation = { id: params.trigger_id, ...body };
    const { row, validUntil } = await rotateTrigger(ctx, project, rotation);
    return { ...(await presentTrigger(ctx, row)), previous_valid_until: validUntil };
  });
  mount(api, pipelineTriggers.start, (input) => start(input, input.body.ref));
  mount(api, pipelineTriggers.startForRef, (input) => start(input, input.params.ref));
}

type StartInput = Input<typeof pipelineTriggers.start> | Input<typeof pipelineTriggers.startForRef>;

async function start({ ctx, params, body, given, c }: StartInput, ref: string) {
  // What opens something is no part of what a job may read.
  const payload = Object.fromEntries(
    Object.entries(given).filter(([name]) => !credentials.has(name)),
  );
  const started = await startPipeline(ctx, {
    project: params.id,
    ref,
    token: body.token ?? c.req.header('job-token'),
    // As they came: the contract takes a number for a text.
    variables: (given.variables ?? {}) as Readonly<Record<string, unknown>>,
    inputs: body.inputs ?? {},
    payload,
    hookEvent: c.req.header('x-gitlab-event'),
  });
  return presentPipeline(started.ctx, started.project, started.pipeline);
}
