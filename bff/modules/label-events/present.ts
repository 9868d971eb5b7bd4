import type { GroupLabelEvent, LabelEvent } from '#contract/label-events.ts';
import type { Ctx } from '../../context.ts';
import { presentLabelDetails } from '../labels/present.ts';
import { presentUserSummary } from '../users/present.ts';
import { usersById } from '../users/rules.ts';
import type { Told, ToldInGroup } from './rules.ts';

/** Records of label events, their people fetched at once. */
export async function presentEvents(ctx: Ctx, told: readonly Told[]): Promise<LabelEvent[]> {
  const users = await usersById(
    ctx,
    told.map(({ event }) => event.user_id),
  );
  return told.map(({ event, label }) => {
    const user = users.get(event.user_id ?? 0);
    return {
      id: event.id,
      user: user === undefined ? null : presentUserSummary(ctx, user),
      created_at: event.created_at,
      resource_type: event.resource_type,
      resource_id: event.resource_id,
      label: label === null ? null : presentLabelDetails(label),
      action: event.action,
    };
  });
}

/** One label event's record. */
export async function presentEvent(ctx: Ctx, told: Told): Promise<LabelEvent> {
  const [record] = await presentEvents(ctx, [told]);
  if (record === undefined) throw new Error('no event to present');
  return record;
}

/** Records of what a group tells, with what each event is of. */
export async function presentGroupEvents(
  ctx: Ctx,
  told: readonly ToldInGroup[],
): Promise<GroupLabelEvent[]> {
  const resources = new Map(
    told.map(({ event: { id, iid, title, place } }) => [id, { iid, title, place }]),
  );
  return (await presentEvents(ctx, told)).flatMap((record) => {
    const resource = resources.get(record.id);
    return resource === undefined ? [] : { ...record, resource };
  });
}
