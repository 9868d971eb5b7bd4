import type { MergeRequest as Record_ } from '#contract/merge-request-record.ts';
import type { Ctx } from '../../context.ts';
import { firstDeployedToProduction } from '../deployments/link-rules.ts';
import { presentBasicPipeline, presentPipeline } from '../pipelines/present.ts';
import { mayReadPipelines, type Pipeline } from '../pipelines/rules.ts';
import { findProjectById, type Project } from '../projects/rules.ts';
import type { MergeRequest } from './rules.ts';

type Builds = Pick<
  Record_,
  | 'latest_build_started_at'
  | 'latest_build_finished_at'
  | 'first_deployed_to_production_at'
  | 'pipeline'
  | 'head_pipeline'
>;

/** What pipelines and deployments say of a merge request, to those who may see them. */
export async function presentBuilds(
  ctx: Ctx,
  project: Project,
  { row, pipeline: found }: { row: MergeRequest; pipeline: Pipeline | undefined },
): Promise<Builds> {
  if (!(await mayReadPipelines(ctx, project))) return {};
  const deployed = (await firstDeployedToProduction(ctx, [row.id])).get(row.id) ?? null;
  const none = {
    latest_build_started_at: null,
    latest_build_finished_at: null,
    first_deployed_to_production_at: deployed,
    pipeline: null,
  };
  if (found === undefined) return { ...none, head_pipeline: null };
  const source =
    found.project_id === project.id ? project : await findProjectById(ctx, found.project_id);
  // The pipelines of a fork are for those who may see that.
  if (source === undefined || !(await mayReadPipelines(ctx, source))) return none;
  return {
    latest_build_started_at: found.started_at,
    latest_build_finished_at: found.finished_at,
    first_deployed_to_production_at: deployed,
    pipeline: presentBasicPipeline(ctx, source, found),
    head_pipeline: await presentPipeline(ctx, source, found),
  };
}
