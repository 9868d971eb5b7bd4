import { actingUserId, type Ctx, now } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { type Group, mayInGroup } from '../groups/rules.ts';
import { mayInProject, type Project } from '../projects/rules.ts';
import {
  deleteLinksAndEvents,
  exchangeLinks,
  type LabelTarget,
  linkLabels,
  unlinkEverywhere,
  unlinkLabels,
  type Within,
} from './link-repository.ts';
import {
  insertLabel,
  type Label,
  type LinkedLabel,
  listLinkedLabels,
  listUsableLabels,
} from './repository.ts';

export type { LabelTarget } from './link-repository.ts';
export type { Label } from './repository.ts';

const newLabelColor = '#6699cc';
const longestName = 255;

/** Names as callers mean them: commas part them also inside a list, blanks at the ends do not count. */
export const namesOf = (given: readonly string[]): string[] => [
  ...new Set(
    given.flatMap((text) => text.split(',')).flatMap((text) => (text.trim() ? [text.trim()] : [])),
  ),
];

/**
 * The labels of these names that a project may use, its own before those of groups. Missing ones
 * become project labels where the caller may create labels, and are left out where not.
 * Call inside `transact`.
 */
async function findOrCreateLabels(
  ctx: Ctx,
  project: Project,
  names: readonly string[],
): Promise<Label[]> {
  if (names.length === 0) return [];
  refuseLongNames(names);
  const found = await usableLabels(ctx, project, names);
  const missing = names.filter((name) => !found.some((label) => label.name === name));
  if (missing.length === 0 || !(await mayInProject(ctx, 'admin_label', project))) return found;
  const time = now(ctx);
  for (const name of missing) {
    await insertLabel(ctx.db, {
      project_id: project.id,
      group_id: null,
      name,
      color: newLabelColor,
      description: null,
      priority: null,
      created_at: time,
      updated_at: time,
    });
  }
  return usableLabels(ctx, project, names);
}

/** The same for a group: its labels and those of the groups above it; missing ones become its own. */
async function findOrCreateGroupLabels(
  ctx: Ctx,
  group: Group,
  names: readonly string[],
): Promise<Label[]> {
  if (names.length === 0) return [];
  refuseLongNames(names);
  const found = () => usableLabels(ctx, { id: 0, namespace_id: group.id }, names);
  const known = await found();
  const missing = names.filter((name) => !known.some((label) => label.name === name));
  if (missing.length === 0 || !(await mayInGroup(ctx, 'admin_label', group))) return known;
  const time = now(ctx);
  for (const name of missing) {
    await insertLabel(ctx.db, {
      project_id: null,
      group_id: group.id,
      name,
      color: newLabelColor,
      description: null,
      priority: null,
      created_at: time,
      updated_at: time,
    });
  }
  return found();
}

function refuseLongNames(names: readonly string[]): void {
  if (names.every((name) => [...name].length <= longestName)) return;
  throw invalid({
    labels: [`has a name that is too long (maximum is ${longestName} characters)`],
  });
}

/** One label for each name: the project's own, or the first of a group above. */
export async function usableLabels(
  ctx: Ctx,
  project: Pick<Project, 'id' | 'namespace_id'>,
  names: readonly string[],
): Promise<Label[]> {
  const rows = await listUsableLabels(ctx.db, project, names);
  return names.flatMap((name) => {
    const same = rows.filter((label) => label.name === name);
    return same.find((label) => label.project_id !== null) ?? same[0] ?? [];
  });
}

/** Names to have alone (`set`), and names to have more or fewer; what is removed is not added. */
export interface LabelChange {
  set?: readonly string[];
  add?: readonly string[];
  remove?: readonly string[];
}

/**
 * Changes the labels of something in a project or group and writes an event for each that came or went.
 * Two writers at once lose nothing: only links are written. Call inside `transact`.
 */
export async function changeLabels(
  ctx: Ctx,
  { target, ...place }: { target: LabelTarget } & ({ project: Project } | { group: Group }),
  { set, add = [], remove = [] }: LabelChange,
): Promise<{ added: number; removed: number }> {
  const names = [...new Set([...(set ?? []), ...add])].filter((name) => !remove.includes(name));
  const wanted =
    'project' in place
      ? await findOrCreateLabels(ctx, place.project, names)
      : await findOrCreateGroupLabels(ctx, place.group, names);
  const linked = await labelsOf(ctx, target.target_type, [target.target_id]);
  const unwanted = (linked.get(target.target_id) ?? []).filter((label) =>
    set === undefined
      ? remove.includes(label.name)
      : !wanted.some((other) => other.id === label.id),
  );
  const idsOf = (labels: readonly Label[]) => labels.map((label) => label.id);
  const by = byActor(ctx);
  const added = await linkLabels(ctx.db, target, { labelIds: idsOf(wanted), by });
  const removed = await unlinkLabels(ctx.db, target, { labelIds: idsOf(unwanted), by });
  return { added: added.length, removed: removed.length };
}

const byActor = (ctx: Ctx) => ({ user_id: actingUserId(ctx), created_at: now(ctx) });

/** Gives something that is imported the labels that it came with, as its author's doing. Call inside `transact`. */
export async function bringLabels(
  ctx: Ctx,
  target: LabelTarget,
  given: { labels: readonly Label[]; authorId: number; at: string },
): Promise<void> {
  const labelIds = given.labels.map((label) => label.id);
  await linkLabels(ctx.db, target, {
    labelIds,
    by: { user_id: given.authorId, created_at: given.at },
  });
}

/** Takes a label that is about to be deleted off everything that carries it. Call inside `transact`. */
export const takeOffEverything = (ctx: Ctx, labelId: number): Promise<void> =>
  unlinkEverywhere(ctx.db, labelId, byActor(ctx));

/** Puts one label in the place of another, with what is told of it. Call inside `transact`. */
export const exchangeLabel = (
  ctx: Ctx,
  labels: { from: number; to: number },
  within: Within,
): Promise<void> => exchangeLinks(ctx.db, labels, within);

/** The labels of several targets, each list by name. */
export async function labelsOf(
  ctx: Ctx,
  type: LabelTarget['target_type'],
  ids: readonly number[],
): Promise<Map<number, LinkedLabel[]>> {
  const found = new Map<number, LinkedLabel[]>();
  for (const label of await listLinkedLabels(ctx.db, type, ids)) {
    const list = found.get(label.target_id);
    if (list === undefined) found.set(label.target_id, [label]);
    else list.push(label);
  }
  return found;
}

/** Removes the links and events of something that is deleted. Call inside `transact`. */
export const forgetLabelsOf = (ctx: Ctx, target: LabelTarget): Promise<void> =>
  deleteLinksAndEvents(ctx.db, target);
