import { isoOf } from '../../clock.ts';
import type { Ctx } from '../../context.ts';
import { daysOf } from '../application-settings/days.ts';
import { settingsOf } from '../application-settings/rules.ts';
import type { CiJob } from './rules.ts';

const day = 86_400_000;

/** Jobs from before this time are archived; undefined where none is. */
export async function archivedBefore(ctx: Ctx): Promise<string | undefined> {
  const days = daysOf((await settingsOf(ctx)).archive_builds_in_human_readable ?? '');
  return days === undefined ? undefined : isoOf(ctx.clock.now() - days * day);
}

/** An archived job is read, and never started again. */
export async function isArchived(ctx: Ctx, job: Pick<CiJob, 'created_at'>): Promise<boolean> {
  const before = await archivedBefore(ctx);
  return before !== undefined && job.created_at < before;
}
