import type { SelectQueryBuilder } from 'kysely';
import type { Page } from '#contract/common.ts';
import type { Db } from './open.ts';

/** Totals above it are not counted and not sent (note 1.5). */
const countLimit = 10_000;

/** Runs one page of `rows` and counts `ids` (the same filters) up to the limit. */
export async function pageOf<DB, T extends keyof DB, O, I>(
  db: Db,
  rows: SelectQueryBuilder<DB, T, O>,
  ids: SelectQueryBuilder<DB, T, I>,
  paging: { offset: number; perPage: number },
): Promise<Page<O>> {
  const page = await rows.limit(paging.perPage).offset(paging.offset).execute();
  if (paging.offset === 0 && page.length < paging.perPage) {
    return { rows: page, total: page.length };
  }
  const counted = await db
    .selectFrom(ids.limit(countLimit + 1).as('counted'))
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { rows: page, total: counted.count > countLimit ? undefined : counted.count };
}
