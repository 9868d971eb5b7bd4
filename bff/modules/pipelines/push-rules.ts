import { type Ctx, transact } from '../../context.ts';
import { nullSha } from '../../git/names.ts';
import { resolve } from '../../git/resolve.ts';
import { enqueue } from '../../jobs/queue.ts';
import { type Project, repositoryPath } from '../projects/rules.ts';
import { branchOf, type RefUpdate } from '../repositories/rules.ts';
import { usersById } from '../users/rules.ts';
import { createPipeline } from './create-rules.ts';
import { listOpenMergeRequests } from './repository.ts';

/** A push of more refs makes pipelines for the first of them only. */
const mostRefs = 4;

/** Asks for the pipelines of a push. `origin` names it, so that a second call changes nothing. */
export async function askForPushPipelines(
  ctx: Ctx,
  project: Project,
  push: { updates: readonly RefUpdate[]; by: number | null; origin: string },
): Promise<void> {
  const made = push.updates.filter((update) => update.new !== nullSha).slice(0, mostRefs);
  if (made.length === 0 || project.archived === 1) return;
  await transact(ctx, async (ctx) => {
    for (const update of made) {
      const origin = `${push.origin}:${update.ref}`;
      const job = { project_id: project.id, update, user_id: push.by, origin };
      await enqueue(ctx, 'create_push_pipelines', job, { dedup: origin });
    }
  });
}

/** Makes the pipeline of a pushed branch or tag, and those of the merge requests from it. */
export async function createPushPipelines(
  ctx: Ctx,
  project: Project,
  push: { update: RefUpdate; by: number | null; origin: string },
): Promise<void> {
  const { update, origin } = push;
  const sha = await resolve(repositoryPath(ctx, project.id), update.new);
  if (sha === undefined) return;
  const user = push.by === null ? null : ((await usersById(ctx, [push.by])).get(push.by) ?? null);
  const branch = branchOf(update.ref);
  const name = branch ?? update.ref.replace('refs/tags/', '');
  const common = {
    ref: { name, tag: branch === undefined, sha },
    user,
    saveOnErrors: true,
    obeysSkip: true,
    trusted: true,
    beforeSha: update.old,
  };
  await createPipeline(ctx, project, { ...common, source: 'push', originKey: `push:${origin}` });
  if (branch === undefined) return;
  for (const mergeRequest of await listOpenMergeRequests(ctx.db, project.id, branch)) {
    await createPipeline(ctx, project, {
      ...common,
      source: 'merge_request_event',
      // The push's own pipeline already tells of a broken file.
      saveOnErrors: false,
      mergeRequest,
      originKey: `merge_request:${mergeRequest.id}:${origin}`,
    });
  }
}
