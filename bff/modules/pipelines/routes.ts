import { pipelines } from '#contract/pipelines.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentListedPipeline, presentPipeline } from './present.ts';
import {
  cancelPipeline,
  createPipelineByHand,
  getPipeline,
  latestPipeline,
  pipelinePage,
  removePipeline,
  retryPipeline,
  variablesOf,
} from './rules.ts';

/** Pipelines. */
export function pipelineRoutes(api: Api): void {
  mount(api, pipelines.list, async ({ ctx, project, query, paging }) => {
    const page = await pipelinePage(ctx, project, { ...query, paging });
    const rows = page.rows.map((row) => presentListedPipeline(ctx, project, row));
    return { rows, total: page.total };
  });
  mount(api, pipelines.latest, async ({ ctx, project, query }) =>
    presentPipeline(ctx, project, await latestPipeline(ctx, project, query.ref)),
  );
  mount(api, pipelines.show, async ({ ctx, project, params }) =>
    presentPipeline(ctx, project, await getPipeline(ctx, project, params.pipeline_id)),
  );
  mount(api, pipelines.variables, ({ ctx, project, params }) =>
    variablesOf(ctx, project, params.pipeline_id),
  );
  mount(api, pipelines.create, async ({ ctx, project, body }) =>
    presentPipeline(ctx, project, await createPipelineByHand(ctx, project, body)),
  );
  mount(api, pipelines.cancel, async ({ ctx, project, params }) =>
    presentPipeline(ctx, project, await cancelPipeline(ctx, project, params.pipeline_id)),
  );
  mount(api, pipelines.retry, async ({ ctx, project, params }) =>
    presentPipeline(ctx, project, await retryPipeline(ctx, project, params.pipeline_id)),
  );
  mount(api, pipelines.remove, ({ ctx, project, params }) =>
    removePipeline(ctx, project, params.pipeline_id),
  );
}
