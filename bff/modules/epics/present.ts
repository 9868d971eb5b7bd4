import type { Epic as EpicRecord } from '#contract/epics.ts';
import type { Ctx } from '../../context.ts';
import { type Group, groupsById } from '../groups/rules.ts';
import { presentLabelDetails } from '../labels/present.ts';
import { labelsOf } from '../labels/rules.ts';
import { presentUserSummary } from '../users/present.ts';
import { usersById } from '../users/rules.ts';
import { type Epic, epicsById, partDatesOf } from './rules.ts';

/** Records of epics with people, labels, groups and parents, all fetched at once. */
export async function presentEpics(
  ctx: Ctx,
  rows: readonly Epic[],
  { seen, labelDetails = false }: { seen: Group; labelDetails?: boolean },
): Promise<EpicRecord[]> {
  const parents = await epicsById(
    ctx,
    rows.map((row) => row.parent_id),
  );
  const groups = await groupsById(
    ctx,
    [...rows, ...parents.values()].map((row) => row.group_id),
  );
  const labels = await labelsOf(
    ctx,
    'Epic',
    rows.map((row) => row.id),
  );
  const users = await usersById(
    ctx,
    rows.map((row) => row.author_id),
  );
  const parts = await partDatesOf(ctx, rows);
  return rows.map((row) => {
    const ofParts = parts.get(row.id);
    const group = groups.get(row.group_id);
    if (group === undefined) throw new Error('an epic without a group');
    const parent = parents.get(row.parent_id ?? 0);
    const author = users.get(row.author_id ?? 0);
    const own = labels.get(row.id) ?? [];
    const linkOf = (one: Epic) => `${ctx.publicUrl}/api/v4/groups/${one.group_id}/epics/${one.iid}`;
    const short = `&${row.iid}`;
    const full = `${group.full_path}&${row.iid}`;
    return {
      id: row.id,
      iid: row.iid,
      group_id: row.group_id,
      parent_id: parent?.id ?? null,
      parent_iid: parent?.iid ?? null,
      title: row.title,
      description: row.description,
      state: row.state,
      confidential: row.confidential === 1,
      color: row.color,
      web_url: `${ctx.publicUrl}/groups/${group.full_path}/-/epics/${row.iid}`,
      references: { short, relative: seen.id === row.group_id ? short : full, full },
      author: author === undefined ? null : presentUserSummary(ctx, author),
      start_date: row.start_date ?? ofParts?.start_date ?? null,
      start_date_is_fixed: row.start_date !== null,
      start_date_fixed: row.start_date,
      start_date_from_inherited_source: ofParts?.start_date ?? null,
      due_date: row.due_date ?? ofParts?.due_date ?? null,
      due_date_is_fixed: row.due_date !== null,
      due_date_fixed: row.due_date,
      due_date_from_inherited_source: ofParts?.due_date ?? null,
      created_at: row.created_at,
      updated_at: row.updated_at,
      closed_at: row.closed_at,
      labels: labelDetails
        ? own.map((label) => presentLabelDetails(label))
        : own.map((label) => label.name),
      _links: {
        self: linkOf(row),
        group: `${ctx.publicUrl}/api/v4/groups/${row.group_id}`,
        parent: parent === undefined ? null : linkOf(parent),
      },
    };
  });
}

/** One epic's record. */
export async function presentEpic(ctx: Ctx, row: Epic, seen: Group): Promise<EpicRecord> {
  const [record] = await presentEpics(ctx, [row], { seen });
  if (record === undefined) throw new Error('one epic in, one record out');
  return record;
}
