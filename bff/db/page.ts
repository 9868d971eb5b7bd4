import { type OperationNode, type SelectQueryBuilder, type SelectQueryNode, sql } from 'kysely';
import type { Page, RowKey } from '#contract/common.ts';
import { inTime, runInTime } from './in-time.ts';
import { totalOnce } from './kept-totals.ts';
import type { Db } from './open.ts';

/** Totals above it are counted and sent only where they are asked for. */
const countLimit = 10_000;

/** At most so many rows are counted: one above the limit tells that there are more. */
export const countedOf = ({ withTotal }: Pick<Slice, 'withTotal'>): number | undefined =>
  withTotal === true ? undefined : countLimit + 1;

/** The total of a list of which so many rows were counted. */
export const totalOf = (count: number, paging: Pick<Slice, 'withTotal'>): number | undefined =>
  paging.withTotal !== true && count > countLimit ? undefined : count;

/** The part of a list that is wanted: by offset, or in keyset order after a row. */
export interface Slice {
  offset: number;
  perPage: number;
  /** Counts all rows, however many. */
  withTotal?: boolean;
  keyset?: { column: string; sort: 'asc' | 'desc'; after: RowKey | undefined };
}

/**
 * Runs one page of `rows` and counts `ids` (the same filters) up to the limit. In keyset order
 * nothing is counted and nothing skipped: each page costs the same, however far down it is.
 */
export async function pageOf<DB, T extends keyof DB, O, I>(
  db: Db,
  rows: SelectQueryBuilder<DB, T, O>,
  ids: SelectQueryBuilder<DB, T, I>,
  paging: Slice,
): Promise<Page<O>> {
  const id = idIn(ids);
  const timely = inTime(db, rows, id);
  if (paging.keyset !== undefined) return keysetPage(db, timely, paging.perPage, paging.keyset);
  const page = await runInTime(db, timely.limit(paging.perPage).offset(paging.offset));
  if (paging.offset === 0 && page.length < paging.perPage) {
    return { rows: page, total: page.length };
  }
  const most = countedOf(paging);
  const wanted = most === undefined ? ids : ids.limit(most);
  const total = await totalOnce(db, wanted, async () => {
    const [counted] = await runInTime(
      db,
      db
        .selectFrom(inTime(db, wanted, id).as('counted'))
        .select((e) => e.fn.countAll<number>().as('count')),
    );
    return counted?.count ?? 0;
  });
  return { rows: page, total: totalOf(total, paging) };
}

/** The column that a query of ids selects. */
function idIn(ids: { toOperationNode(): SelectQueryNode }): OperationNode {
  const [selected] = ids.toOperationNode().selections ?? [];
  if (selected === undefined) throw new Error('a query of ids selects one column');
  return selected.selection;
}

async function keysetPage<DB, T extends keyof DB, O>(
  db: Db,
  rows: SelectQueryBuilder<DB, T, O>,
  perPage: number,
  { column, sort, after }: NonNullable<Slice['keyset']>,
): Promise<Page<O>> {
  let from = rows;
  if (after !== undefined) {
    const beyond = sql.raw(sort === 'asc' ? '>' : '<');
    from = from.where(
      column === 'id'
        ? sql<boolean>`${sql.ref('id')} ${beyond} ${after.id}`
        : sql<boolean>`(${sql.ref(column)}, ${sql.ref('id')}) ${beyond} (${after.value}, ${after.id})`,
    );
  }
  // One row more than the page holds tells whether there is a next one.
  const found = await runInTime(db, from.limit(perPage + 1));
  const page = found.slice(0, perPage);
  // Lists in keyset order select whole rows of one table: the column and the id are there.
  const last = page.at(-1) as Record<string, string | number> | undefined;
  if (found.length <= perPage || last === undefined) return { rows: page, total: undefined };
  return { rows: page, total: undefined, next: { value: last[column] ?? 0, id: Number(last.id) } };
}
