import type { Page } from '#contract/common.ts';
import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import type { epics } from '#contract/epics.ts';
import type { EventName } from '#contract/event-names.ts';
import { actingUser, actingUserId, type Ctx, now, transact, viewerOf } from '../../context.ts';
import { nextNumber } from '../../db/counters.ts';
import type { Slice } from '../../db/page.ts';
import { bit } from '../../db/portable.ts';
import type { Change } from '../../db/schema.ts';
import { invalid, notFound } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { type Group, groupsById, mayInGroup } from '../groups/rules.ts';
import { changeLabels, forgetLabelsOf, namesOf } from '../labels/rules.ts';
import { addSystemNote, type AnyNoteable, forgetNotesOf } from '../notes/rules.ts';
import {
  deleteEpicRow,
  type Epic,
  findEpic,
  insertEpic,
  listEpics,
  listEpicsByIds,
  listPartDates,
  type PartDates,
  updateEpicRow,
} from './repository.ts';

export type { Epic } from './repository.ts';

const newColor = '#1068bf';
const deepest = 7;

/** What label links and label events hang on. */
const labelTargetOf = (epic: Pick<Epic, 'id'>) =>
  ({ target_type: 'Epic', target_id: epic.id }) as const;

/** What notes hang on. */
export const noteableOf = (group: Group, epic: Epic): AnyNoteable => ({
  type: 'Epic',
  id: epic.id,
  iid: epic.iid,
  group,
  authorId: epic.author_id,
  locked: false,
});

/** One page of epics that the caller may see. */
export const epicPage = (
  ctx: Ctx,
  group: Group,
  query: QueryOf<typeof epics.list> & { paging: Slice },
): Promise<Page<Epic>> =>
  listEpics(
    ctx.db,
    {
      filter: {
        groupId: group.id,
        descendants: query.include_descendant_groups,
        state: query.state,
        author_id: query.author_id,
        labels: namesOf(query.labels ?? []),
        search: query.search,
        created_after: query.created_after,
        created_before: query.created_before,
        updated_after: query.updated_after,
        updated_before: query.updated_before,
        order_by: query.order_by,
        sort: query.sort,
      },
      viewer: viewerOf(ctx),
    },
    query.paging,
  );

/** Confidential epics are for Reporters and their author. */
async function mayRead(ctx: Ctx, group: Group, epic: Epic): Promise<boolean> {
  if (!(await mayInGroup(ctx, 'read_epic', group))) return false;
  if (epic.confidential === 0) return true;
  const userId = actingUserId(ctx);
  if (userId !== null && epic.author_id === userId) return true;
  return mayInGroup(ctx, 'read_confidential_epic', group);
}

/** The epic of a number for one who may read it; 404 for none and for hidden ones. */
export async function getEpic(ctx: Ctx, group: Group, iid: number): Promise<Epic> {
  const epic = await findEpic(ctx.db, group.id, iid);
  if (epic === undefined || !(await mayRead(ctx, group, epic))) throw notFound('Epic');
  return epic;
}

/** The same by its id in all groups, as label events name it. */
export async function getEpicById(ctx: Ctx, group: Group, id: number): Promise<Epic> {
  const [epic] = await listEpicsByIds(ctx.db, [id]);
  if (epic?.group_id !== group.id || !(await mayRead(ctx, group, epic))) throw notFound('Epic');
  return epic;
}

/** Epics by id, whoever asks: for records that name them. */
export const epicsById = async (
  ctx: Ctx,
  ids: readonly (number | null)[],
): Promise<Map<number, Epic>> => {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const rows = wanted.length === 0 ? [] : await listEpicsByIds(ctx.db, wanted);
  return new Map(rows.map((row) => [row.id, row]));
};

/** The days that epics have of their parts. */
export const partDatesOf = async (
  ctx: Ctx,
  rows: readonly Epic[],
): Promise<Map<number, PartDates>> => {
  const ids = rows.map((row) => row.id);
  return new Map((await listPartDates(ctx.db, ids, deepest)).map((dates) => [dates.top, dates]));
};

/** Opens an epic. */
export async function createEpic(
  ctx: Ctx,
  group: Group,
  body: BodyOf<typeof epics.create>,
): Promise<Epic> {
  return transact(ctx, async (ctx) => {
    await checkParent(ctx, { id: undefined, parentId: body.parent_id ?? null, child: group });
    const time = now(ctx);
    const epic = await insertEpic(ctx.db, {
      ...columnsOf(body),
      group_id: group.id,
      iid: await nextNumber(ctx.db, 'group:epics', group.id),
      author_id: actingUser(ctx).id,
      title: body.title.trim(),
      title_lower: body.title.trim().toLowerCase(),
      color: body.color ?? newColor,
      created_at: time,
      updated_at: time,
    });
    const add = namesOf(body.labels ?? []);
    await changeLabels(ctx, { group, target: labelTargetOf(epic) }, { add });
    await tell(ctx, group, { action: 'epic.create', after: epic });
    return epic;
  });
}

const columnsOf = (body: BodyOf<typeof epics.update>): Change<'epics'> => ({
  ...(body.description === undefined ? {} : { description: body.description || null }),
  ...(body.confidential === undefined ? {} : { confidential: bit(body.confidential) }),
  ...(body.color === undefined ? {} : { color: body.color }),
  ...(body.start_date_fixed === undefined ? {} : { start_date: body.start_date_fixed }),
  ...(body.due_date_fixed === undefined ? {} : { due_date: body.due_date_fixed }),
  ...(body.parent_id === undefined ? {} : { parent_id: body.parent_id }),
});

/** Changes an epic. */
export async function updateEpic(
  ctx: Ctx,
  group: Group,
  { iid, body }: { iid: number; body: BodyOf<typeof epics.update> },
): Promise<Epic> {
  const before = await getEpic(ctx, group, iid);
  return transact(ctx, async (ctx) => {
    await checkParent(ctx, { id: before.id, parentId: body.parent_id ?? null, child: group });
    const time = now(ctx);
    const title = body.title?.trim();
    const after = await updateEpicRow(ctx.db, before.id, {
      ...columnsOf(body),
      ...(title === undefined ? {} : { title, title_lower: title.toLowerCase() }),
      ...(body.state_event === 'close' ? { state: 'closed', closed_at: time } : {}),
      ...(body.state_event === 'reopen' ? { state: 'opened', closed_at: null } : {}),
      updated_at: time,
    });
    if (after === undefined) throw notFound('Epic');
    await changeLabels(
      ctx,
      { group, target: labelTargetOf(after) },
      {
        ...(body.labels === undefined ? {} : { set: namesOf(body.labels ?? []) }),
        add: namesOf(body.add_labels ?? []),
        remove: namesOf(body.remove_labels ?? []),
      },
    );
    await noteChanges(ctx, before, after);
    await tell(ctx, group, { action: 'epic.update', before, after });
    return after;
  });
}

/** Notes what the acting user did, for those who read what was said. */
async function noteChanges(ctx: Ctx, before: Epic, after: Epic): Promise<void> {
  const authorId = actingUser(ctx).id;
  const noted = [
    ...(before.title === after.title
      ? []
      : [`changed title from **${before.title}** to **${after.title}**`]),
    ...(before.confidential === after.confidential
      ? []
      : [`made the epic ${after.confidential === 1 ? 'confidential' : 'visible to everyone'}`]),
    ...(before.state === after.state ? [] : [after.state === 'closed' ? 'closed' : 'reopened']),
  ];
  for (const body of noted) {
    await addSystemNote(ctx, { type: 'Epic', id: after.id }, { body, authorId });
  }
}

const rootOf = (group: Group) => group.full_path.split('/')[0];

/** The group of an epic that the caller may read; 404 for none and for hidden ones. */
async function groupOfReadable(ctx: Ctx, epic: Epic | undefined): Promise<Group> {
  const group = epic && (await groupsById(ctx, [epic.group_id])).get(epic.group_id);
  if (epic === undefined || group === undefined || !(await mayRead(ctx, group, epic))) {
    throw notFound('Epic');
  }
  return group;
}

/** A parent lies in the same tree of groups, is one that the caller may read, and no part of this one. */
async function checkParent(
  ctx: Ctx,
  { id, parentId, child }: { id: number | undefined; parentId: number | null; child: Group },
): Promise<void> {
  let next = parentId;
  for (let depth = 1; next !== null; depth += 1) {
    const [parent] = await listEpicsByIds(ctx.db, [next]);
    const isForeign = depth === 1 && rootOf(await groupOfReadable(ctx, parent)) !== rootOf(child);
    if (next === id || depth > deepest || isForeign) throw invalid({ parent: ['is invalid'] });
    next = parent?.parent_id ?? null;
  }
}

/** Deletes an epic with what was said about it and its labels' history. */
export async function removeEpic(ctx: Ctx, group: Group, iid: number): Promise<void> {
  const before = await getEpic(ctx, group, iid);
  await transact(ctx, async (ctx) => {
    await forgetNotesOf(ctx, { type: 'Epic', id: before.id });
    await forgetLabelsOf(ctx, labelTargetOf(before));
    await deleteEpicRow(ctx.db, before.id);
    await tell(ctx, group, { action: 'epic.remove', before });
  });
}

const shown = (epic: Epic | undefined) =>
  epic && { title: epic.title, state: epic.state, confidential: epic.confidential === 1 };

async function tell(
  ctx: Ctx,
  group: Group,
  told: { action: EventName; before?: Epic; after?: Epic },
): Promise<void> {
  const epic = told.after ?? told.before;
  await audit(ctx, {
    action: told.action,
    subject: { type: 'Epic', id: epic?.id ?? null, name: `${group.full_path}&${epic?.iid ?? ''}` },
    groupId: group.id,
    before: shown(told.before),
    after: shown(told.after),
  });
}
