import type {
  MilestoneEvent as MilestoneRecord,
  StateEvent as StateRecord,
} from '#contract/resource-events.ts';
import type { Ctx } from '../../context.ts';
import { presentMilestone } from '../milestones/present.ts';
import { presentUserSummary } from '../users/present.ts';
import { usersById } from '../users/rules.ts';
import type { MilestoneEvent, Resource, StateEvent, Told } from './rules.ts';

/** What events of both kinds say, their people fetched at once. */
async function commonOf(ctx: Ctx, of: Resource, events: readonly (StateEvent | MilestoneEvent)[]) {
  const users = await usersById(
    ctx,
    events.map((event) => event.user_id),
  );
  return (event: StateEvent | MilestoneEvent) => {
    const user = users.get(event.user_id ?? 0);
    return {
      id: event.id,
      user: user === undefined ? null : presentUserSummary(ctx, user),
      created_at: event.created_at,
      resource_type: of.type,
      resource_id: of.id,
    };
  };
}

/** Records of state events. */
export async function presentStateEvents(
  ctx: Ctx,
  of: Resource,
  events: readonly StateEvent[],
): Promise<StateRecord[]> {
  const common = await commonOf(ctx, of, events);
  return events.map((event) => ({
    ...common(event),
    source_merge_request_id: event.source_merge_request_id,
    state: event.state,
  }));
}

/** Records of milestone events. */
export async function presentMilestoneEvents(
  ctx: Ctx,
  of: Resource,
  told: readonly Told[],
): Promise<MilestoneRecord[]> {
  const common = await commonOf(
    ctx,
    of,
    told.map(({ event }) => event),
  );
  return told.map(({ event, milestone }) => ({
    ...common(event),
    milestone: milestone === null ? null : presentMilestone(ctx, milestone),
    action: event.action,
  }));
}

/** The record of the one event that was asked for. */
export function only<T>(records: readonly T[]): T {
  const [record] = records;
  if (record === undefined) throw new Error('no event to present');
  return record;
}
