import { ciJobs } from '#contract/ci-jobs.ts';
import type { PipelineStatus } from '#contract/pipeline-record.ts';
import { type Api, mount } from '../../http/mount.ts';
import { authorizePipelines, getPipeline } from '../pipelines/rules.ts';
import { cancelCiJob, playCiJob, retryCiJob } from './move-rules.ts';
import { presentCiJob, presentCiJobs } from './present.ts';
import { ciJobPage, getCiJob } from './rules.ts';
import { handOutCiJobToken } from './token-rules.ts';

type Scope = readonly PipelineStatus[] | PipelineStatus | undefined;

const filterOf = (scope: Scope) => ({
  kinds: ['job' as const],
  statuses: typeof scope === 'string' ? [scope] : scope,
  order: { by: 'id' as const, sort: 'desc' as const },
});

/** Recorded jobs. */
export function ciJobRoutes(api: Api): void {
  mount(api, ciJobs.listOfPipeline, async ({ ctx, project, params, query, paging }) => {
    const pipeline = await getPipeline(ctx, project, params.pipeline_id);
    const filter = { ...filterOf(query.scope), pipelineId: pipeline.id };
    const includeRetried = query.include_retried;
    const page = await ciJobPage(ctx, project, { ...filter, includeRetried, paging });
    return { rows: await presentCiJobs(ctx, project, page.rows), total: page.total };
  });
  mount(api, ciJobs.list, async ({ ctx, project, query, paging }) => {
    await authorizePipelines(ctx, project);
    const filter = { ...filterOf(query.scope), includeRetried: true, paging };
    const page = await ciJobPage(ctx, project, filter);
    return { rows: await presentCiJobs(ctx, project, page.rows), total: page.total };
  });
  mount(api, ciJobs.show, async ({ ctx, project, params }) => {
    await authorizePipelines(ctx, project);
    return presentCiJob(ctx, project, await getCiJob(ctx, project, params.job_id));
  });
  mount(api, ciJobs.play, async ({ ctx, project, params }) =>
    presentCiJob(ctx, project, await playCiJob(ctx, project, params.job_id)),
  );
  mount(api, ciJobs.cancel, async ({ ctx, project, params }) =>
    presentCiJob(ctx, project, await cancelCiJob(ctx, project, params.job_id)),
  );
  mount(api, ciJobs.retry, async ({ ctx, project, params }) =>
    presentCiJob(ctx, project, await retryCiJob(ctx, project, params.job_id)),
  );
  mount(api, ciJobs.token, async ({ ctx, project, params }) => ({
    token: await handOutCiJobToken(ctx, project, params.job_id),
  }));
}
