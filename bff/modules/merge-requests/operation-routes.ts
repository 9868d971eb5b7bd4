import { mergeRequestOperations as operations } from '#contract/merge-request-operations.ts';
import { type Api, mount, Reply } from '../../http/mount.ts';
import { presentListedPipeline, presentPipeline } from '../pipelines/present.ts';
import { mergeRefCommit } from './merge-ref-rules.ts';
import { createPipelineFor, mergeRequestPipelines } from './pipeline-rules.ts';
import { askForRebase } from './rebase-rules.ts';

/** What is done with the branches of a merge request besides merging it. */
export function mergeRequestOperationRoutes(api: Api): void {
  mount(api, operations.rebase, async ({ ctx, project, params, body }) => {
    const given = { iid: params.merge_request_iid, skipCi: body.skip_ci };
    await askForRebase(ctx, project, given);
    return { rebase_in_progress: true };
  });
  mount(api, operations.mergeRef, async ({ ctx, project, params }) => ({
    commit_id: await mergeRefCommit(ctx, project, params.merge_request_iid),
  }));
  mount(api, operations.listPipelines, async ({ ctx, project, params, paging }) => {
    const given = { iid: params.merge_request_iid, paging };
    const { rows, total, source } = await mergeRequestPipelines(ctx, project, given);
    return { rows: rows.map((row) => presentListedPipeline(ctx, source, row)), total };
  });
  mount(api, operations.createPipeline, async ({ ctx, project, params, body }) => {
    const given = { iid: params.merge_request_iid, later: body.async };
    const made = await createPipelineFor(ctx, project, given);
    if (made === undefined) return new Reply({}, 202);
    return presentPipeline(ctx, made.source, made.pipeline);
  });
}
