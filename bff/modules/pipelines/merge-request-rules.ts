import type { Ctx, User } from '../../context.ts';
import { type Project, projectsById } from '../projects/rules.ts';
import { createPipeline } from './create-rules.ts';
import type { Creation } from './creation.ts';
import { findOpenMergeRequest } from './repository.ts';

/**
 * Makes a pipeline for a merge request, in the project of its source branch. Refused where the
 * request is not open or its CI file wants none.
 */
export async function createMergeRequestPipeline(
  ctx: Ctx,
  of: { mergeRequestId: number; user: User },
): Promise<Creation> {
  const mergeRequest = await findOpenMergeRequest(ctx.db, of.mergeRequestId);
  const projects = await projectsById(ctx, [mergeRequest?.source_project_id ?? null]);
  const source: Project | undefined = projects.get(mergeRequest?.source_project_id ?? 0);
  if (mergeRequest === undefined || source === undefined) {
    return {
      outcome: 'refused',
      because: 'request',
      cause: 'state',
      messages: ['Merge request is not open'],
    };
  }
  return createPipeline(ctx, source, {
    ref: `refs/heads/${mergeRequest.source_branch}`,
    source: 'merge_request_event',
    user: of.user,
    saveOnErrors: false,
    mergeRequest,
  });
}
