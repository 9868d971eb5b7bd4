import type { Page } from '#contract/common.ts';
import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import type { EventName } from '#contract/event-names.ts';
import type { groupMilestones, milestones } from '#contract/milestones.ts';
import { type Ctx, now, transact, viewerOf } from '../../context.ts';
import { nextNumber } from '../../db/counters.ts';
import type { Change } from '../../db/schema.ts';
import { badRequest, forbidden, invalid, notFound } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { findGroupById, type Group, mayInGroup } from '../groups/rules.ts';
import type { Project } from '../projects/rules.ts';
import { exchangeToldMilestones, tellMilestoneGone } from '../resource-events/write-rules.ts';
import {
  deleteMilestoneRow,
  findMilestone,
  insertMilestone,
  isTitleTaken,
  listMilestones,
  listMilestonesBelow,
  listMilestonesByIds,
  type Milestone,
  type MilestoneScope,
  replaceMilestones,
  updateMilestoneRow,
} from './repository.ts';

export type { Milestone } from './repository.ts';

/** What milestones belong to: a project or a group. */
export type Place = { project: Project } | { group: Group };

const placeOf = (place: Place) =>
  'project' in place
    ? { projectId: place.project.id, namespaceId: place.project.namespace_id }
    : { namespaceId: place.group.id };

const own = (place: Place): MilestoneScope => ({ ...placeOf(place), ancestors: false });

type Filter = QueryOf<typeof milestones.list> & Partial<QueryOf<typeof groupMilestones.list>>;

/** One page of the milestones of a project or group. */
export function milestonePage(
  ctx: Ctx,
  place: Place,
  filter: Filter & { paging: { offset: number; perPage: number } },
): Promise<Page<Milestone>> {
  const scope = {
    ...placeOf(place),
    ancestors: filter.include_ancestors ?? filter.include_parent_milestones ?? false,
    below: filter.include_descendants === true ? viewerOf(ctx) : undefined,
  };
  return listMilestones(ctx.db, scope, filter);
}

/** A milestone of the project or group itself; 404 `404 Milestone Not Found`. */
export async function getMilestone(ctx: Ctx, place: Place, id: number): Promise<Milestone> {
  const milestone = await findMilestone(ctx.db, own(place), id);
  if (milestone === undefined) throw notFound('Milestone');
  return milestone;
}

/** A milestone that a project may use, its own or one of a group above; undefined for none. */
export const usableMilestone = (
  ctx: Ctx,
  project: Project,
  id: number,
): Promise<Milestone | undefined> =>
  findMilestone(ctx.db, { ...placeOf({ project }), ancestors: true }, id);

/** Milestones by id, for records that embed several. */
export async function milestonesById(
  ctx: Ctx,
  ids: Iterable<number | null>,
): Promise<Map<number, Milestone>> {
  const wanted = [...new Set([...ids].filter((id) => id !== null))];
  const rows = wanted.length === 0 ? [] : await listMilestonesByIds(ctx.db, wanted);
  return new Map(rows.map((row) => [row.id, row]));
}

const longestTitle = 255;
const titleTaken = 'already being used for another group or project milestone.';

async function checkedTitle(
  ctx: Ctx,
  place: Place,
  { text, except }: { text: string; except?: number },
): Promise<string> {
  const title = text.trim();
  if ([...title].length > longestTitle) {
    throw invalid({ title: [`is too long (maximum is ${longestTitle} characters)`] });
  }
  if (await isTitleTaken(ctx.db, placeOf(place), { title, except })) {
    throw invalid({ title: [titleTaken] });
  }
  return title;
}

function checkDays(start: string | null, due: string | null): void {
  if (start !== null && due !== null && due <= start) {
    throw invalid({ due_date: ['must be greater than start date'] });
  }
}

type NewMilestone = BodyOf<typeof milestones.create>;

/** Creates a milestone; its title is unique where it shows. */
export async function createMilestone(
  ctx: Ctx,
  place: Place,
  body: NewMilestone,
): Promise<Milestone> {
  const start_date = body.start_date ?? null;
  const due_date = body.due_date ?? null;
  checkDays(start_date, due_date);
  return transact(ctx, async (ctx) => {
    const title = await checkedTitle(ctx, place, { text: body.title });
    const { projectId } = own(place);
    const [scope, scopeId] =
      'project' in place
        ? ['project:milestones', place.project.id]
        : (['group:milestones', place.group.id] as const);
    const time = now(ctx);
    const { id } = await insertMilestone(ctx.db, {
      project_id: projectId ?? null,
      group_id: 'group' in place ? place.group.id : null,
      iid: await nextNumber(ctx.db, scope, scopeId),
      title,
      description: body.description ?? '',
      start_date,
      due_date,
      created_at: time,
      updated_at: time,
    });
    const milestone = await getMilestone(ctx, place, id);
    await auditMilestone(ctx, place, { action: 'milestone.create', after: milestone });
    return milestone;
  });
}

type MilestoneChanges = BodyOf<typeof milestones.update>;

/** Changes, closes or activates a milestone. */
export async function updateMilestone(
  ctx: Ctx,
  place: Place,
  { id, changes }: { id: number; changes: MilestoneChanges },
): Promise<Milestone> {
  const before = await getMilestone(ctx, place, id);
  const { start_date = before.start_date, due_date = before.due_date } = changes;
  checkDays(start_date, due_date);
  const change: Change<'milestones'> = { start_date, due_date };
  if (changes.description !== undefined) change.description = changes.description ?? '';
  if (changes.state_event !== undefined) {
    change.state = changes.state_event === 'close' ? 'closed' : 'active';
  }
  return transact(ctx, async (ctx) => {
    if (changes.title !== undefined && changes.title !== before.title) {
      change.title = await checkedTitle(ctx, place, { text: changes.title, except: id });
    }
    await updateMilestoneRow(ctx.db, id, { ...change, updated_at: now(ctx) });
    const after = await getMilestone(ctx, place, id);
    await auditMilestone(ctx, place, { action: 'milestone.update', before, after });
    return after;
  });
}

/** Deletes a milestone; what was in it has none any more. */
export async function removeMilestone(ctx: Ctx, place: Place, id: number): Promise<void> {
  const milestone = await getMilestone(ctx, place, id);
  await transact(ctx, async (ctx) => {
    await tellMilestoneGone(ctx, id);
    await deleteMilestoneRow(ctx.db, id);
    await auditMilestone(ctx, place, { action: 'milestone.remove', before: milestone });
  });
}

/**
 * Makes a project's milestone one of its group. Milestones of its title in projects below the group
 * become one with it, on everything that is in them.
 */
export async function promoteMilestone(ctx: Ctx, project: Project, id: number): Promise<Milestone> {
  await getMilestone(ctx, { project }, id);
  const group = await findGroupById(ctx, project.namespace_id);
  if (group === undefined) throw badRequest('The project does not belong to a group');
  if (!(await mayInGroup(ctx, 'admin_milestone', group))) throw forbidden();
  return transact(ctx, async (ctx) => {
    // The group's counter lets one promotion go on at a time: what it finds then is so.
    const iid = await nextNumber(ctx.db, 'group:milestones', group.id);
    const before = await getMilestone(ctx, { project }, id);
    const same = await listMilestonesBelow(ctx.db, group.id, before.title);
    if (same.some((row) => row.group_id !== null)) throw invalid({ title: [titleTaken] });
    const others = same.flatMap((row) => (row.id === id ? [] : row.id));
    await updateMilestoneRow(ctx.db, id, {
      project_id: null,
      group_id: group.id,
      iid,
      updated_at: now(ctx),
    });
    await replaceMilestones(ctx.db, others, id);
    await exchangeToldMilestones(ctx, { from: others, to: id });
    for (const other of others) await deleteMilestoneRow(ctx.db, other);
    const after = await getMilestone(ctx, { group }, id);
    await auditMilestone(ctx, { group }, { action: 'milestone.promote', before, after });
    return after;
  });
}

const audited = (row: Milestone | undefined) =>
  row === undefined
    ? undefined
    : {
        title: row.title,
        description: row.description,
        state: row.state,
        start_date: row.start_date,
        due_date: row.due_date,
      };

async function auditMilestone(
  ctx: Ctx,
  place: Place,
  event: { action: EventName; before?: Milestone; after?: Milestone },
): Promise<void> {
  const row = event.after ?? event.before;
  await audit(ctx, {
    action: event.action,
    subject: { type: 'Milestone', id: row?.id ?? null, name: row?.title ?? '' },
    ...('project' in place ? { projectId: place.project.id } : { groupId: place.group.id }),
    before: audited(event.before),
    after: audited(event.after),
  });
}
