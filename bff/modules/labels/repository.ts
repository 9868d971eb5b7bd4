import { compiledOnce } from '../../db/compiled.ts';
import type { Db } from '../../db/open.ts';
import type { NewRow, Row } from '../../db/schema.ts';
import type { LabelTarget } from './link-repository.ts';

export type Label = Row<'labels'>;

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
