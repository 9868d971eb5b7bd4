import { type SelectQueryBuilder, sql } from 'kysely';
import type { Page } from '#contract/common.ts';
import type { Viewer } from '../../access.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import { containsLower } from '../../db/portable.ts';
import type { Change, NewRow, Row, Tables } from '../../db/schema.ts';
import { epicsVisibleTo } from '../../db/visibility.ts';

export type Epic = Row<'epics'>;

export const insertEpic = (db: Db, row: NewRow<'epics'>): Promise<Epic> =>
  db.insertInto('epics').values(row).returningAll().executeTakeFirstOrThrow();

export const findEpic = (db: Db, groupId: number, iid: number): Promise<Epic | undefined> =>
  db
    .selectFrom('epics')
    .selectAll()
    .where('group_id', '=', groupId)
    .where('iid', '=', iid)
    .executeTakeFirst();

export const listEpicsByIds = (db: Db, ids: readonly number[]): Promise<Epic[]> =>
  db
    .selectFrom('epics')
    .selectAll()
    .where('id', 'in', [...ids, 0])
    .execute();

export interface PartDates {
  top: number;
  start_date: string | null;
  due_date: string | null;
}

/** The first and the last day of the parts of epics; a part that has none of its own has that of its parts. */
export const listPartDates = async (
  db: Db,
  ids: readonly number[],
  deepest: number,
): Promise<PartDates[]> => {
  if (ids.length === 0) return [];
  const found = await sql<PartDates>`
    with recursive parts (top, id, depth, starts, dues, start_date, due_date) as (
      select parent_id, id, 1, case when start_date is null then 1 else 0 end,
        case when due_date is null then 1 else 0 end, start_date, due_date
      from epics where parent_id in (${sql.join(ids)})
      union all
      select p.top, e.id, p.depth + 1,
        case when p.starts = 1 and e.start_date is null then 1 else 0 end,
        case when p.dues = 1 and e.due_date is null then 1 else 0 end,
        case when p.starts = 1 then e.start_date end, case when p.dues = 1 then e.due_date end
      from parts p join epics e on e.parent_id = p.id
      where p.depth < ${deepest}
    )
    select top, min(start_date) as start_date, max(due_date) as due_date
    from parts group by top`.execute(db);
  return found.rows;
};

export const updateEpicRow = (
  db: Db,
  id: number,
  change: Change<'epics'>,
): Promise<Epic | undefined> =>
  db.updateTable('epics').set(change).where('id', '=', id).returningAll().executeTakeFirst();

/** Deletes an epic's row. */
export async function deleteEpicRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('epics').where('id', '=', id).execute();
}

export interface EpicFilter {
  groupId: number;
  descendants: boolean;
  state: 'opened' | 'closed' | 'all';
  author_id: number | undefined;
  labels: readonly string[];
  search: string | undefined;
  created_after: string | undefined;
  created_before: string | undefined;
  updated_after: string | undefined;
  updated_before: string | undefined;
  order_by: 'created_at' | 'updated_at' | 'title';
  sort: 'asc' | 'desc';
}

/** One page of the epics of a group, and below it, that a viewer may see. */
export function listEpics(
  db: Db,
  { filter, viewer }: { filter: EpicFilter; viewer: Viewer },
  paging: Slice,
): Promise<Page<Epic>> {
  const narrow = <O>(query: SelectQueryBuilder<Tables, 'epics' | 'namespaces', O>) => {
    let q = query.where(epicsVisibleTo(viewer));
    q = filter.descendants
      ? q.where(
          sql<boolean>`epics.group_id in (select namespace_id from namespace_ancestors where ancestor_id = ${filter.groupId})`,
        )
      : q.where('epics.group_id', '=', filter.groupId);
    if (filter.state !== 'all') q = q.where('epics.state', '=', filter.state);
    if (filter.author_id !== undefined) q = q.where('epics.author_id', '=', filter.author_id);
    for (const name of filter.labels) {
      q = q.where(
        sql<boolean>`exists (select 1 from label_links ll join labels l on l.id = ll.label_id
          where ll.target_type = 'Epic' and ll.target_id = epics.id and l.name = ${name})`,
      );
    }
    if (filter.search) {
      const { search } = filter;
      q = q.where((e) =>
        e.or([
          containsLower(e.ref('epics.title_lower'), search),
          containsLower(sql<string>`lower(coalesce(${e.ref('epics.description')}, ''))`, search),
        ]),
      );
    }
    const bounds = [
      ['epics.created_at', '>=', filter.created_after],
      ['epics.created_at', '<=', filter.created_before],
      ['epics.updated_at', '>=', filter.updated_after],
      ['epics.updated_at', '<=', filter.updated_before],
    ] as const;
    for (const [column, sign, value] of bounds) {
      if (value !== undefined) q = q.where(column, sign, value);
    }
    return q;
  };
  const from = db.selectFrom('epics').innerJoin('namespaces', 'namespaces.id', 'epics.group_id');
  const order =
    filter.order_by === 'title' ? 'epics.title_lower' : (`epics.${filter.order_by}` as const);
  const rows = narrow(from.selectAll('epics'))
    .orderBy(order, filter.sort)
    .orderBy('epics.id', filter.sort);
  return pageOf(db, rows, narrow(from.select('epics.id')), paging);
}
