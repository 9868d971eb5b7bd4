import type { Page } from '#contract/common.ts';
import type { Ctx } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import { type Milestone, milestonesById } from '../milestones/rules.ts';
import { namespacesAbove } from '../namespaces/rules.ts';
import { type Project, projectsById, projectsWhereMay } from '../projects/rules.ts';
import {
  findMilestoneEvent,
  findStateEvent,
  listMilestoneEvents,
  listStateEvents,
  type MilestoneEvent,
  type Resource,
  type StateEvent,
} from './repository.ts';

export type { MilestoneEvent, Resource, StateEvent } from './repository.ts';

/** One page of what became of the state of something. */
export const stateEventPage = (ctx: Ctx, of: Resource, paging: Slice): Promise<Page<StateEvent>> =>
  listStateEvents(ctx.db, of, paging);

/** One of these events; 404 for none. */
export async function getStateEvent(ctx: Ctx, of: Resource, id: number): Promise<StateEvent> {
  const event = await findStateEvent(ctx.db, of, id);
  if (event === undefined) throw notFound();
  return event;
}

/** An event with its milestone; null where that is deleted. */
export interface Told {
  event: MilestoneEvent;
  milestone: Milestone | null;
}

/** What the events are of, and where: groups above the project have milestones for it. */
export interface Place {
  project: Project;
  of: Resource;
}

/** One page of events; those of milestones that the caller may not read are left out afterwards. */
export async function milestoneEventPage(
  ctx: Ctx,
  { project, of }: Place,
  paging: Slice,
): Promise<Page<Told>> {
  const page = await listMilestoneEvents(ctx.db, of, paging);
  return { ...page, rows: await readable(ctx, project, page.rows) };
}

/** One event; 404 for none and for that of a milestone that the caller may not read. */
export async function getMilestoneEvent(
  ctx: Ctx,
  { project, of }: Place,
  id: number,
): Promise<Told> {
  const event = await findMilestoneEvent(ctx.db, of, id);
  const [told] = event === undefined ? [] : await readable(ctx, project, [event]);
  if (told === undefined) throw notFound();
  return told;
}

async function readable(
  ctx: Ctx,
  project: Project,
  events: readonly MilestoneEvent[],
): Promise<Told[]> {
  const milestones = await milestonesById(
    ctx,
    events.map((event) => event.milestone_id),
  );
  const above = await namespacesAbove(ctx, project.namespace_id);
  const elsewhere = [...milestones.values()].flatMap((one) => one.project_id ?? []);
  const others = [...(await projectsById(ctx, [...new Set(elsewhere)])).values()];
  const open = new Set((await projectsWhereMay(ctx, 'read_project', others)).map(({ id }) => id));
  return events.flatMap((event): Told[] => {
    const milestone = milestones.get(event.milestone_id ?? 0);
    if (milestone === undefined) return [{ event, milestone: null }];
    const { project_id, group_id } = milestone;
    const seen = project_id === null ? above.has(group_id ?? 0) : open.has(project_id);
    return seen ? [{ event, milestone }] : [];
  });
}
