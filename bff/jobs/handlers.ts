import { findProjectById, repositoryPath } from '../modules/projects/rules.ts';
import { reconcileRefs, syncHead } from '../modules/repositories/rules.ts';
import { removeExpiredMembers } from '../modules/members/rules.ts';
import { removeRepository } from '../git/repository.ts';
import { enqueue } from './queue.ts';
import type { JobHandlers } from './runner.ts';

const day = 86_400_000;

/** Every kind of job. */
export const jobHandlers: JobHandlers = {
  async refs_changed(ctx, { project_id }) {
    const project = await findProjectById(ctx, project_id);
    if (project !== undefined) await syncHead(ctx, project);
  },
  async reconcile_refs(ctx, { project_id }) {
    const project = await findProjectById(ctx, project_id);
    if (project !== undefined) await reconcileRefs(ctx, project);
  },
  remove_repository: (ctx, { project_id }) => removeRepository(repositoryPath(ctx, project_id)),
  async expire_members(ctx) {
    await removeExpiredMembers(ctx);
    await enqueue(ctx, 'expire_members', {}, { delay: day, dedup: 'daily' });
  },
};
