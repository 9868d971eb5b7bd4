import type { Page } from '#contract/common.ts';
import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import type { EventName } from '#contract/event-names.ts';
import type { groupLabels, labels } from '#contract/labels.ts';
import { type Ctx, now, transact, viewerOf } from '../../context.ts';
import { isUniqueViolation } from '../../db/portable.ts';
import type { Change } from '../../db/schema.ts';
import { badRequest, conflict, forbidden, invalid, notFound } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { findGroupById, type Group, mayInGroup } from '../groups/rules.ts';
import type { Project } from '../projects/rules.ts';
import { colorOf } from './colors.ts';
import type { Label } from './repository.ts';
import {
  countTargets,
  deleteLabelRow,
  findLabel,
  insertLabelRow,
  type LabelCounts,
  type LabelScope,
  listLabels,
  listProjectLabelsBelow,
  updateLabelRow,
} from './resource-repository.ts';
import { exchangeLabel, takeOffEverything } from './rules.ts';
import { replaceSubscriptions } from './subscription-repository.ts';

export type { LabelCounts } from './resource-repository.ts';

/** What labels belong to: a project or a group. */
export type Place = { project: Project } | { group: Group };

const scopeOf = (place: Place, ancestors: boolean): LabelScope =>
  'project' in place
    ? { projectId: place.project.id, namespaceId: place.project.namespace_id, ancestors }
    : { namespaceId: place.group.id, ancestors };

const idsOf = (place: Place) =>
  'project' in place ? { projectId: place.project.id } : { groupId: place.group.id };

type Filter = QueryOf<typeof labels.list> & Partial<QueryOf<typeof groupLabels.list>>;

/** One page of the labels that a project or group may use. */
export function labelPage(
  ctx: Ctx,
  place: Place,
  filter: Filter & { paging: { offset: number; perPage: number } },
): Promise<Page<Label>> {
  const scope = {
    ...scopeOf(place, filter.include_ancestor_groups),
    descendants: filter.include_descendant_groups ?? false,
    projectsFor: filter.only_group_labels === false ? viewerOf(ctx) : undefined,
  };
  return listLabels(ctx.db, scope, { search: filter.search, paging: filter.paging });
}

/** How many open and closed things that the caller may see carry these labels. */
export const labelCounts = (
  ctx: Ctx,
  place: Place,
  rows: readonly Label[],
): Promise<Map<number, LabelCounts>> =>
  countTargets(ctx.db, { labelIds: rows.map((row) => row.id), ...idsOf(place) }, viewerOf(ctx));

/** The label of an id or name; 404 `404 Label Not Found`. */
export async function getLabel(
  ctx: Ctx,
  place: Place,
  { idOrName, ancestors }: { idOrName: string; ancestors: boolean },
): Promise<Label> {
  const label = await findLabel(ctx.db, scopeOf(place, ancestors), idOrName);
  if (label === undefined) throw notFound('Label');
  return label;
}

const longest = { title: 255, description: 512 * 1024 };

function checkedColor(text: string): string {
  const color = colorOf(text);
  if (color === undefined) throw invalid({ color: ['must be a valid color code'] });
  return color;
}

function checkedName(text: string): string {
  const name = text.trim();
  if (name.includes(',')) throw invalid({ title: ['is invalid'] });
  if ([...name].length > longest.title) {
    throw invalid({ title: [`is too long (maximum is ${longest.title} characters)`] });
  }
  return name;
}

function checkedDescription(text: string | null): string | null {
  if (text !== null && [...text].length > longest.description) {
    throw invalid({ description: [`is too long (maximum is ${longest.description} characters)`] });
  }
  return text === '' ? null : text;
}

type NewLabel = BodyOf<typeof labels.create>;

/** Creates a label; 409 where the project or group can use one of that name already. */
export async function createLabel(ctx: Ctx, place: Place, body: NewLabel): Promise<Label> {
  const name = checkedName(body.name);
  const row = {
    project_id: 'project' in place ? place.project.id : null,
    group_id: 'group' in place ? place.group.id : null,
    name,
    color: checkedColor(body.color),
    description: checkedDescription(body.description ?? null),
    priority: body.priority ?? null,
  };
  return transact(ctx, async (ctx) => {
    const same = await findLabelNamed(ctx, place, name);
    if (same !== undefined) throw conflict('Label already exists');
    const time = now(ctx);
    const label = await unlessTaken(
      () => insertLabelRow(ctx.db, { ...row, created_at: time, updated_at: time }),
      () => conflict('Label already exists'),
    );
    await auditLabel(ctx, place, { action: 'label.create', after: label });
    return label;
  });
}

async function findLabelNamed(ctx: Ctx, place: Place, name: string): Promise<Label | undefined> {
  const found = await findLabel(ctx.db, scopeOf(place, true), name);
  return found?.name === name ? found : undefined;
}

async function unlessTaken<T>(act: () => Promise<T>, refusal: () => Error): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (isUniqueViolation(error)) throw refusal();
    throw error;
  }
}

type LabelChanges = BodyOf<typeof labels.update>;

/** Changes a label of the project or group itself. */
export async function updateLabel(
  ctx: Ctx,
  place: Place,
  { idOrName, changes }: { idOrName: string; changes: LabelChanges },
): Promise<Label> {
  const before = await getLabel(ctx, place, { idOrName, ancestors: false });
  const change: Change<'labels'> = {};
  if (changes.new_name !== undefined) change.name = checkedName(changes.new_name);
  if (changes.color !== undefined) change.color = checkedColor(changes.color);
  if (changes.description !== undefined) {
    change.description = checkedDescription(changes.description);
  }
  if (changes.priority !== undefined) change.priority = changes.priority;
  return transact(ctx, async (ctx) => {
    const after = await unlessTaken(
      () => updateLabelRow(ctx.db, before.id, { ...change, updated_at: now(ctx) }),
      () => invalid({ title: ['has already been taken'] }),
    );
    await auditLabel(ctx, place, { action: 'label.update', before, after });
    return after;
  });
}

/** Deletes a label of the project or group itself; events that name it stay without it. */
export async function removeLabel(ctx: Ctx, place: Place, idOrName: string): Promise<void> {
  const label = await getLabel(ctx, place, { idOrName, ancestors: false });
  await transact(ctx, async (ctx) => {
    await takeOffEverything(ctx, label.id);
    await deleteLabelRow(ctx.db, label.id);
    await auditLabel(ctx, place, { action: 'label.remove', before: label });
  });
}

/**
 * Makes a project's label one of its group. Labels of the same name in projects below the group
 * become one with it, on everything that carries them.
 */
export async function promoteLabel(ctx: Ctx, project: Project, idOrName: string): Promise<Label> {
  const label = await getLabel(ctx, { project }, { idOrName, ancestors: false });
  const group = await findGroupById(ctx, project.namespace_id);
  if (group === undefined) throw badRequest('The project does not belong to a group');
  if (!(await mayInGroup(ctx, 'admin_label', group))) throw forbidden();
  return transact(ctx, async (ctx) => {
    const own = { group };
    const existing = await findLabel(ctx.db, scopeOf(own, true), label.name);
    const kept =
      existing?.name === label.name
        ? existing
        : await updateLabelRow(ctx.db, label.id, {
            project_id: null,
            group_id: group.id,
            priority: null,
            updated_at: now(ctx),
          });
    for (const other of await listProjectLabelsBelow(ctx.db, group.id, label.name)) {
      await exchangeLabel(ctx, { from: other.id, to: kept.id }, 'everywhere');
      await replaceSubscriptions(ctx.db, other.id, kept.id);
      await deleteLabelRow(ctx.db, other.id);
    }
    await auditLabel(ctx, own, { action: 'label.promote', before: label, after: kept });
    return kept;
  });
}

const audited = (label: Label | undefined) =>
  label === undefined
    ? undefined
    : {
        name: label.name,
        color: label.color,
        description: label.description,
        priority: label.priority,
      };

async function auditLabel(
  ctx: Ctx,
  place: Place,
  event: { action: EventName; before?: Label; after?: Label },
): Promise<void> {
  const row = event.after ?? event.before;
  await audit(ctx, {
    action: event.action,
    subject: { type: 'Label', id: row?.id ?? null, name: row?.name ?? '' },
    ...idsOf(place),
    before: audited(event.before),
    after: audited(event.after),
  });
}
