import { actingUserId, type Ctx, now } from '../../context.ts';
import { audit } from '../audit/rules.ts';
import { tellState } from '../resource-events/write-rules.ts';
import { noAutoMerge } from './auto-merge.ts';
import { closeFromProject } from './fork-repository.ts';
import { eventTargetOf, tell } from './rules.ts';

/** Closes what a project wants merged into others, of which it is no fork any more. Call inside `transact`. */
export async function closeFromFork(ctx: Ctx, projectId: number): Promise<void> {
  const time = now(ctx);
  const closed = await closeFromProject(ctx.db, projectId, {
    closed_by_id: actingUserId(ctx),
    closed_at: time,
    updated_at: time,
    ...noAutoMerge,
  });
  for (const row of closed) {
    await tell(ctx, row, { body: 'closed' });
    await tellState(ctx, eventTargetOf(row), { state: 'closed', at: time });
    await audit(ctx, {
      action: 'merge_request.update',
      subject: { type: 'MergeRequest', id: row.id, name: `!${row.iid}` },
      projectId: row.target_project_id,
      before: { state: 'opened' },
      after: { state: 'closed' },
    });
  }
}
