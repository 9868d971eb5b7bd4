import type * as z from 'zod';
import type { commitStatus } from '#contract/commit-statuses.ts';
import type { Ctx } from '../../context.ts';
import type { CiJob } from '../ci-jobs/rules.ts';
import type { Project } from '../projects/rules.ts';
import { presentUserSummary } from '../users/present.ts';
import { usersById } from '../users/rules.ts';

/** Records of statuses; a job of the CI file links to itself. */
export async function presentCommitStatuses(
  ctx: Ctx,
  project: Project,
  rows: readonly CiJob[],
): Promise<z.output<typeof commitStatus>[]> {
  const users = await usersById(
    ctx,
    rows.map((row) => row.user_id),
  );
  return rows.map((row) => {
    const author = users.get(row.user_id ?? 0);
    const own =
      row.kind === 'job' ? `${ctx.publicUrl}/${project.full_path}/-/jobs/${row.id}` : null;
    return {
      id: row.id,
      sha: row.sha,
      ref: row.ref,
      status: row.status,
      name: row.name,
      target_url: row.target_url ?? own,
      description: row.description,
      created_at: row.created_at,
      started_at: row.started_at,
      finished_at: row.finished_at,
      allow_failure: row.allow_failure === 1,
      coverage: row.coverage === null ? null : Number(row.coverage),
      pipeline_id: row.pipeline_id,
      author: author === undefined ? null : presentUserSummary(ctx, author),
    };
  });
}
