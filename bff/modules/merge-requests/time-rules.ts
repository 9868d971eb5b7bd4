import { type Ctx, now, transact } from '../../context.ts';
import type { Change } from '../../db/schema.ts';
import { badParameters, notFound, refused } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import type { Project } from '../projects/rules.ts';
import { humanDuration, parseDuration } from './duration.ts';
import { lockMergeRequest, type MergeRequest, updateMergeRequestRow } from './repository.ts';
import { getMergeRequest, tell } from './rules.ts';

function secondsIn(duration: string): number {
  const seconds = parseDuration(duration);
  if (seconds === undefined) throw badParameters('duration is invalid');
  return seconds;
}

/** Sets how long a merge request will take; 400 for what is no duration. */
export function setEstimate(
  ctx: Ctx,
  project: Project,
  given: { iid: number; duration: string },
): Promise<MergeRequest> {
  const seconds = secondsIn(given.duration);
  if (seconds < 0) throw badParameters('duration is invalid');
  const said =
    seconds === 0 ? 'removed time estimate' : `changed time estimate to ${written(seconds)}`;
  return change(ctx, project, {
    iid: given.iid,
    columns: () => ({ columns: { time_estimate: seconds }, said }),
  });
}

/** Adds time that was spent; a minus takes some back, and never more than there is. */
export function addSpent(
  ctx: Ctx,
  project: Project,
  given: { iid: number; duration: string; summary: string | undefined },
): Promise<MergeRequest> {
  const seconds = secondsIn(given.duration);
  if (seconds === 0) throw badParameters('duration is invalid');
  const verb = seconds < 0 ? 'subtracted' : 'added';
  const why = given.summary ? `\n\n${given.summary}` : '';
  const said = `${verb} ${written(Math.abs(seconds))} of time spent${why}`;
  return change(ctx, project, {
    iid: given.iid,
    columns: (row) => {
      const total_time_spent = row.total_time_spent + seconds;
      if (total_time_spent < 0) throw refused('Time to subtract exceeds the total time spent');
      return { columns: { total_time_spent }, said };
    },
  });
}

/** Takes all time back that was spent. */
export const resetSpent = (ctx: Ctx, project: Project, iid: number): Promise<MergeRequest> =>
  change(ctx, project, {
    iid,
    columns: () => ({ columns: { total_time_spent: 0 }, said: 'removed time spent' }),
  });

const written = (seconds: number) => humanDuration(seconds) ?? `${seconds}s`;

interface Wanted {
  iid: number;
  columns: (row: MergeRequest) => { columns: Change<'merge_requests'>; said: string };
}

async function change(ctx: Ctx, project: Project, wanted: Wanted): Promise<MergeRequest> {
  const { id } = await getMergeRequest(ctx, project, wanted.iid);
  return transact(ctx, async (ctx) => {
    const row = await lockMergeRequest(ctx.db, id);
    if (row === undefined) throw notFound('Merge Request');
    const { columns, said } = wanted.columns(row);
    const after = await updateMergeRequestRow(ctx.db, id, { ...columns, updated_at: now(ctx) });
    await tell(ctx, row, { body: said });
    const stats = ({ time_estimate, total_time_spent }: MergeRequest) => ({
      time_estimate,
      total_time_spent,
    });
    await audit(ctx, {
      action: 'merge_request.time',
      subject: { type: 'MergeRequest', id, name: `${project.full_path}!${row.iid}` },
      projectId: project.id,
      before: stats(row),
      after: stats(after),
    });
    return after;
  });
}
