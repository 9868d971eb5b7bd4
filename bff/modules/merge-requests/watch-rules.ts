import { type Ctx, transact } from '../../context.ts';
import { enqueue, withdraw } from '../../jobs/queue.ts';
import { isSettled } from './merge-status.ts';
import { lockMergeRequest, type MergeRequest, updateMergeRequestRow } from './repository.ts';
import { askForRefresh } from './rules.ts';

/** Four of these are less than the minute within which a check has to have an end. */
const patience = 14_000;
const mostTries = 3;

/** What a merge request says whose check never ended. */
export const endlessCheck = 'The check did not end. It begins anew when somebody looks.';

/** A closed one is checked as well, for whoever opens it again. */
export const isUnmerged = (row: MergeRequest): boolean =>
  row.state === 'opened' || row.state === 'closed';

/**
 * Has somebody look after a check that may never end: whoever began it may be gone, and nobody may
 * ever look. Call inside `transact`.
 */
export const askToWatch = (ctx: Ctx, id: number): Promise<void> =>
  enqueue(ctx, 'watch_check', { merge_request_id: id }, { delay: patience, dedup: String(id) });

/** Nobody has to look any more: the check has ended. Call inside `transact`. */
export const endWatch = (ctx: Ctx, id: number): Promise<void> =>
  withdraw(ctx, 'watch_check', String(id));

/** The job: asks again three times, then the merge request is unchecked and says why. */
export const watchCheck = (ctx: Ctx, id: number): Promise<void> =>
  transact(ctx, async (ctx) => {
    const row = await lockMergeRequest(ctx.db, id);
    if (row === undefined || !isUnmerged(row) || isSettled(row.merge_status)) return;
    if (row.check_tries >= mostTries) {
      await updateMergeRequestRow(ctx.db, id, {
        merge_status: 'unchecked',
        merge_error: endlessCheck,
        check_tries: 0,
      });
      return;
    }
    await updateMergeRequestRow(ctx.db, id, { check_tries: row.check_tries + 1 });
    await askForRefresh(ctx, id);
    await askToWatch(ctx, id);
  });
