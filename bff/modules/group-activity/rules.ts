import { activityDays, type GroupActivitySeries } from '#contract/group-activity.ts';
import { isoOf } from '../../clock.ts';
import { type Ctx, viewerOf } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { authorizeGroup, type Group } from '../groups/rules.ts';
import { countByDay, countNew, type Kind } from './repository.ts';

const day = 86_400_000;
const most = 1000;

/** How much of a kind began lately in the group of a path, as far as the caller may read it. */
export async function newCount(ctx: Ctx, kind: Kind, groupPath: string): Promise<number> {
  const group = await groupOf(ctx, groupPath);
  const since = isoOf(ctx.clock.now() - activityDays * day);
  return countNew(ctx.db, kind, { groupId: group.id, since, viewer: viewerOf(ctx), most });
}

/** The group of a path, also of one that it had before. */
async function groupOf(ctx: Ctx, path: string): Promise<Group> {
  try {
    return await authorizeGroup(ctx, path, 'read_group');
  } catch (error) {
    if (!(error instanceof DomainError) || error.refusal.kind !== 'moved') throw error;
    return authorizeGroup(ctx, String(error.refusal.id), 'read_group');
  }
}

/** What began on each of the last days, today included, by the calendar of UTC. */
export async function activitySeries(
  ctx: Ctx,
  group: Group,
  days: number,
): Promise<GroupActivitySeries> {
  const now = ctx.clock.now();
  const dates = Array.from({ length: days }, (_, at) =>
    isoOf(now - (days - 1 - at) * day).slice(0, 10),
  );
  const since = `${dates[0]}T00:00:00.000Z`;
  const wanted = { groupId: group.id, since, viewer: viewerOf(ctx) };
  const seriesOf = async (kind: Kind) => {
    const counts = await countByDay(ctx.db, kind, wanted);
    const byDate = new Map(counts.map(({ date, count }) => [date, count]));
    return dates.map((date) => ({ date, count: byDate.get(date) ?? 0 }));
  };
  return {
    issues: await seriesOf('issues'),
    merge_requests: await seriesOf('merge_requests'),
    new_members: await seriesOf('new_members'),
  };
}
