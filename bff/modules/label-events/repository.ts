import type { Page } from '#contract/common.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import type { Row } from '../../db/schema.ts';

export type LabelEvent = Row<'resource_label_events'>;
export type Label = Row<'labels'>;

export interface Resource {
  type: LabelEvent['resource_type'];
  id: number;
}

/** One page of the events of something, the oldest first. */
export function listEvents(db: Db, of: Resource, paging: Slice): Promise<Page<LabelEvent>> {
  const events = db
    .selectFrom('resource_label_events')
    .where('resource_type', '=', of.type)
    .where('resource_id', '=', of.id);
  return pageOf(db, events.selectAll().orderBy('id'), events.select('id'), paging);
}

export const findEvent = (db: Db, of: Resource, id: number): Promise<LabelEvent | undefined> =>
  db
    .selectFrom('resource_label_events')
    .selectAll()
    .where('id', '=', id)
    .where('resource_type', '=', of.type)
    .where('resource_id', '=', of.id)
    .executeTakeFirst();

export const listLabels = (db: Db, ids: readonly number[]): Promise<Label[]> =>
  db
    .selectFrom('labels')
    .selectAll()
    .where('id', 'in', [...ids, 0])
    .execute();
