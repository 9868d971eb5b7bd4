import { type Ctx, now, transact } from '../../context.ts';
import { nullSha } from '../../git/names.ts';
import { listRefs } from '../../git/refs.ts';
import { approvalsAfterPush } from '../approvals/reset-rules.ts';
import { type Project, repositoryPath } from '../projects/rules.ts';
import { branchOf, branchSha, type RefUpdate } from '../repositories/rules.ts';
import { headRefOf } from './branches.ts';
import { statusAfterPush } from './merge-status.ts';
import {
  listLatest,
  lockMergeRequest,
  markPushed,
  type MergeRequest,
  updateMergeRequestRow,
} from './repository.ts';
import { askForRefresh } from './rules.ts';

/** Checked at once after a push to their target; any others are when somebody reads them. */
const checkedAtOnce = 100;

/** Tells the merge requests of branches that these have moved, been made or deleted. */
export async function branchesMoved(
  ctx: Ctx,
  project: Project,
  push: { updates: readonly RefUpdate[]; by: number | null },
): Promise<void> {
  for (const update of push.updates) {
    const name = branchOf(update.ref);
    if (name === undefined) continue;
    const branch = { projectId: project.id, name };
    const head = update.new === nullSha ? null : update.new;
    const rest = await transact(ctx, async (ctx) => {
      const sources = await markPushed(
        ctx.db,
        { ...branch, side: 'source' },
        { head, instant: now(ctx) },
      );
      if (head !== null) await approvalsAfterPush(ctx, sources, head);
      const targets = await markPushed(
        ctx.db,
        { ...branch, side: 'target' },
        { head, instant: now(ctx) },
      );
      const latest = await listLatest(ctx.db, branch, checkedAtOnce);
      const marked = new Set([...sources, ...targets].map((row) => row.id));
      const due = [...sources.map((row) => row.id), ...latest].filter((id) => marked.has(id));
      for (const id of new Set(due)) await askForRefresh(ctx, id, { by: push.by });
      return targets.filter((row) => !due.includes(row.id));
    });
    if (head === null || rest.length === 0) continue;
    const contained = await headsIn(ctx, project, head);
    for (const row of rest) {
      if (contained.has(headRefOf(row))) await askForRefresh(ctx, row.id, { by: push.by });
    }
  }
}

/** Which heads of merge requests a commit contains, in one process. */
async function headsIn(ctx: Ctx, project: Project, sha: string): Promise<Set<string>> {
  const repo = repositoryPath(ctx, project.id);
  const refs = await listRefs(repo, ['refs/merge-requests/'], { merged: sha });
  return new Set(refs.map((ref) => ref.name));
}

/** Marks one merge request whose branches or pair have changed, and asks for its check. */
export async function markChanged(
  ctx: Ctx,
  row: MergeRequest,
  change: { head_sha?: string; start_sha?: null } = {},
): Promise<MergeRequest> {
  const after = await updateMergeRequestRow(ctx.db, row.id, {
    ...change,
    merge_status: statusAfterPush(row.merge_status),
    refresh_count: row.refresh_count + 1,
    check_tries: 0,
  });
  await askForRefresh(ctx, row.id);
  return after;
}

/** A reader may come before the job that tells of a push: what is recorded counts. */
export async function noticeHead(ctx: Ctx, row: MergeRequest): Promise<MergeRequest> {
  if (row.state !== 'opened' || row.source_project_id === null) return row;
  const head = await branchSha(ctx, row.source_project_id, row.source_branch);
  if (head === undefined || head === row.head_sha) return row;
  return transact(ctx, async (ctx) => {
    const held = await lockMergeRequest(ctx.db, row.id);
    if (held === undefined || held.state !== 'opened' || held.head_sha === head) return held ?? row;
    await approvalsAfterPush(ctx, [held], head);
    const marked = await markChanged(ctx, held, { head_sha: head });
    return updateMergeRequestRow(ctx.db, marked.id, { updated_at: now(ctx) });
  });
}
