import { compiledOnce } from '../../db/compiled.ts';
import type { Db } from '../../db/open.ts';
import type { NewRow, Row } from '../../db/schema.ts';

export type Label = Row<'labels'>;
export type LabelTarget = Pick<Row<'label_links'>, 'target_type' | 'target_id'>;

/** Labels of these names that a project may use: its own and those of the groups above it. */
export const listUsableLabels = (
  db: Db,
  project: { id: number; namespace_id: number },
  names: readonly string[],
): Promise<Label[]> =>
  db
    .selectFrom('labels')
    .selectAll()
    .where('name', 'in', [...names, ''])
    .where((e) =>
      e.or([
        e('project_id', '=', project.id),
        e(
          'group_id',
          'in',
          e
            .selectFrom('namespace_ancestors')
            .select('ancestor_id')
            .where('namespace_id', '=', project.namespace_id),
        ),
      ]),
    )
    .orderBy('id')
    .execute();

/** Writes a label unless its place has one of that name; a parallel writer may have been faster. */
export async function insertLabel(db: Db, row: NewRow<'labels'>): Promise<void> {
  await db
    .insertInto('labels')
    .values(row)
    // Of a project or of a group: whichever it is, one of the name is enough.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Links labels to a target; the ids of those that were not linked before. */
export async function linkLabels(
  db: Db,
  target: LabelTarget,
  labelIds: readonly number[],
): Promise<number[]> {
  if (labelIds.length === 0) return [];
  const rows = await db
    .insertInto('label_links')
    .values(labelIds.map((label_id) => ({ ...target, label_id })))
    .onConflict((conflict) =>
      conflict.columns(['target_type', 'target_id', 'label_id']).doNothing(),
    )
    .returning('label_id')
    .execute();
  return rows.map((row) => row.label_id);
}

/** Takes labels off a target; the ids of those that were on it. */
export async function unlinkLabels(
  db: Db,
  target: LabelTarget,
  labelIds: readonly number[],
): Promise<number[]> {
  if (labelIds.length === 0) return [];
  const rows = await db
    .deleteFrom('label_links')
    .where('target_type', '=', target.target_type)
    .where('target_id', '=', target.target_id)
    .where('label_id', 'in', [...labelIds])
    .returning('label_id')
    .execute();
  return rows.map((row) => row.label_id);
}

export type LinkedLabel = Label & { target_id: number };

/** The labels of several targets of one type, by name. */
export const listLinkedLabels = (
  db: Db,
  type: LabelTarget['target_type'],
  ids: readonly number[],
): Promise<LinkedLabel[]> => linkedLabels[type](db, ids);

const labelsLinkedTo = (type: LabelTarget['target_type']) =>
  compiledOnce<number, LinkedLabel>((db, ids) =>
    db
      .selectFrom('label_links')
      .innerJoin('labels', 'labels.id', 'label_links.label_id')
      .selectAll('labels')
      .select('label_links.target_id')
      .where('target_type', '=', type)
      .where('target_id', 'in', ids)
      .orderBy('labels.name')
      .orderBy('labels.id'),
  );

const linkedLabels = {
  MergeRequest: labelsLinkedTo('MergeRequest'),
  Issue: labelsLinkedTo('Issue'),
  Epic: labelsLinkedTo('Epic'),
};

/** Writes events of labels that came or went. */
export async function insertLabelEvents(
  db: Db,
  rows: readonly NewRow<'resource_label_events'>[],
): Promise<void> {
  if (rows.length > 0)
    await db
      .insertInto('resource_label_events')
      .values([...rows])
      .execute();
}

/** Removes what hangs on a target that is deleted. */
export async function deleteLinksAndEvents(db: Db, target: LabelTarget): Promise<void> {
  await db
    .deleteFrom('label_links')
    .where('target_type', '=', target.target_type)
    .where('target_id', '=', target.target_id)
    .execute();
  await db
    .deleteFrom('resource_label_events')
    .where('resource_type', '=', target.target_type)
    .where('resource_id', '=', target.target_id)
    .execute();
}
