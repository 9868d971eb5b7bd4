import { type Ctx, now, transact } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import type { Project } from '../projects/rules.ts';
import { lockMergeRequest, type MergeRequest, updateMergeRequestRow } from './repository.ts';
import { getMergeRequest, tell } from './rules.ts';
import { type TimeStep, timeOf } from './time-steps.ts';

/** Changes the time that a merge request is to take, or has taken. */
export async function changeTime(
  ctx: Ctx,
  project: Project,
  { iid, step }: { iid: number; step: TimeStep },
): Promise<MergeRequest> {
  const { id } = await getMergeRequest(ctx, project, iid);
  return transact(ctx, async (ctx) => {
    const row = await lockMergeRequest(ctx.db, id);
    if (row === undefined) throw notFound('Merge Request');
    const { columns, said } = step(row);
    const after = await updateMergeRequestRow(ctx.db, id, { ...columns, updated_at: now(ctx) });
    await tell(ctx, row, { body: said });
    await audit(ctx, {
      action: 'merge_request.time',
      subject: { type: 'MergeRequest', id, name: `${project.full_path}!${row.iid}` },
      projectId: project.id,
      before: { ...timeOf(row) },
      after: { ...timeOf(after) },
    });
    return after;
  });
}
