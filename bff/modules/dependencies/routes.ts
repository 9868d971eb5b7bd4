import { dependencies, sbomReports } from '#contract/dependencies.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentDependency } from './present.ts';
import { addReport } from './report-rules.ts';
import { dependencyPage, overviewOf } from './rules.ts';

/** What projects depend on, and reports of what pipelines have built. */
export function dependencyRoutes(api: Api): void {
  mount(api, dependencies.list, async ({ ctx, project, query, paging }) => {
    const page = await dependencyPage(ctx, project, { ...query, paging });
    return { rows: page.rows.map(presentDependency), total: page.total };
  });
  mount(api, dependencies.overview, ({ ctx, project }) => overviewOf(ctx, project));
  mount(api, sbomReports.create, async ({ ctx, project, params, body }) => {
    const given = { pipelineId: params.pipeline_id, file: body.file };
    const { id, pipeline_id, spec_version, components_count, created_at } = await addReport(
      ctx,
      project,
      given,
    );
    return { id, pipeline_id, spec_version, components_count, created_at };
  });
}
