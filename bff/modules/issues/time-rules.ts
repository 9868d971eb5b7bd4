import { type Ctx, now, transact } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { type TimeStep, timeOf } from '../merge-requests/time-steps.ts';
import type { Project } from '../projects/rules.ts';
import { type Issue, lockIssue, updateIssueRow } from './repository.ts';
import { getIssue, tell } from './rules.ts';

/** Changes the time that an issue is to take, or has taken. */
export async function changeTime(
  ctx: Ctx,
  project: Project,
  { iid, step }: { iid: number; step: TimeStep },
): Promise<Issue> {
  const { id } = await getIssue(ctx, project, iid);
  return transact(ctx, async (ctx) => {
    const row = await lockIssue(ctx.db, id);
    if (row === undefined) throw notFound('Issue');
    const { columns, said } = step(row);
    const after = await updateIssueRow(ctx.db, id, { ...columns, updated_at: now(ctx) });
    await tell(ctx, row, said);
    await audit(ctx, {
      action: 'issue.time',
      subject: { type: 'Issue', id, name: `${project.full_path}#${row.iid}` },
      projectId: project.id,
      before: { ...timeOf(row) },
      after: { ...timeOf(after) },
    });
    return after;
  });
}
