import { findProjectById, ensureRepository, repositoryPath } from '../modules/projects/rules.ts';
import { removeExpiredMembers } from '../modules/members/rules.ts';
import { removeRepository } from '../git/repository.ts';
import type { JobHandlers } from './runner.ts';

/** Every kind of job. */
export const jobHandlers: JobHandlers = {
  async refs_changed() {},
  async reconcile_refs(ctx, { project_id }) {
    const project = await findProjectById(ctx, project_id);
    if (project !== undefined) await ensureRepository(ctx, project);
  },
  remove_repository: (ctx, { project_id }) => removeRepository(repositoryPath(ctx, project_id)),
  expire_members: (ctx) => removeExpiredMembers(ctx),
};
