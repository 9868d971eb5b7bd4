import type { Page } from '#contract/common.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { labelEvents } from '#contract/label-events.ts';
import { type Ctx, viewerOf } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import type { Group } from '../groups/rules.ts';
import { namespacesAbove } from '../namespaces/rules.ts';
import { projectsById, projectsWhereMay } from '../projects/rules.ts';
import { findUserByLogin } from '../users/rules.ts';
import { isLargeGroup, listGroupEvents, type PlacedEvent } from './group-repository.ts';
import {
  findEvent,
  type Label,
  type LabelEvent,
  listEvents,
  listLabels,
  type Resource,
} from './repository.ts';

/** An event with its label; null where that is deleted. */
export interface Told {
  event: LabelEvent;
  label: Label | null;
}

/** What the events are of, and the namespace whose groups' labels can be there. */
export interface Place {
  namespaceId: number;
  of: Resource;
}

/** One page of events; those of labels that the caller may not read are left out afterwards. */
export async function eventPage(
  ctx: Ctx,
  { namespaceId, of }: Place,
  paging: Slice,
): Promise<Page<Told>> {
  const page = await listEvents(ctx.db, of, paging);
  return { ...page, rows: await readable(ctx, namespaceId, page.rows) };
}

/** One event; 404 for none and for that of a label that the caller may not read. */
export async function getEvent(ctx: Ctx, { namespaceId, of }: Place, id: number): Promise<Told> {
  const event = await findEvent(ctx.db, of, id);
  const [told] = event === undefined ? [] : await readable(ctx, namespaceId, [event]);
  if (told === undefined) throw notFound();
  return told;
}

async function readable(
  ctx: Ctx,
  namespaceId: number,
  events: readonly LabelEvent[],
): Promise<Told[]> {
  const ids = [...new Set(events.flatMap((event) => event.label_id ?? []))];
  const labels = ids.length === 0 ? [] : await listLabels(ctx.db, ids);
  const above = await namespacesAbove(ctx, namespaceId);
  const elsewhere = labels.flatMap((label) => label.project_id ?? []);
  const others = [...(await projectsById(ctx, [...new Set(elsewhere)])).values()];
  const open = new Set((await projectsWhereMay(ctx, 'read_project', others)).map(({ id }) => id));
  const byId = new Map(labels.map((label) => [label.id, label]));
  return events.flatMap((event): Told[] => {
    const label = byId.get(event.label_id ?? 0);
    if (label === undefined) return [{ event, label: null }];
    const seen =
      label.project_id === null
        ? label.group_id !== null && above.has(label.group_id)
        : open.has(label.project_id);
    return seen ? [{ event, label }] : [];
  });
}

/** An event of a group with its label and what it is of. */
export interface ToldInGroup {
  event: PlacedEvent;
  label: Label | null;
}

/** One page of what labels came and went in a group and below it, as far as the caller may see. */
export async function groupEventPage(
  ctx: Ctx,
  group: Group,
  query: QueryOf<typeof labelEvents.listForGroup> & { paging: Slice },
): Promise<Page<ToldInGroup>> {
  const { username, resource_type: type, label, action, created_after, created_before } = query;
  const user = username === undefined ? undefined : await findUserByLogin(ctx, username);
  const userId = username === undefined ? undefined : (user?.id ?? 0);
  const window = { created_after, created_before };
  const filter = { groupId: group.id, label, userId, type, action, ...window };
  const isLarge = await isLargeGroup(ctx.db, group.id);
  const wanted = { filter, viewer: viewerOf(ctx), sort: query.sort, isLarge };
  const page = await listGroupEvents(ctx.db, wanted, query.paging);
  const ids = [...new Set(page.rows.flatMap((event) => event.label_id ?? []))];
  const labels = ids.length === 0 ? [] : await listLabels(ctx.db, ids);
  const byId = new Map(labels.map((one) => [one.id, one]));
  const rows = page.rows.map((event) => ({ event, label: byId.get(event.label_id ?? 0) ?? null }));
  return { ...page, rows };
}
