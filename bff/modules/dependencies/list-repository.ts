import { sql } from 'kysely';
import type { Page } from '#contract/common.ts';
import { containsLower } from '../../db/portable.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import type { Row } from '../../db/schema.ts';

type Dependency = Row<'dependencies'>;

export interface DependencyFilter {
  package_manager?: readonly string[] | undefined;
  search?: string | undefined;
  /** As it stands in the JSON of a row. */
  license?: string | undefined;
  direct?: boolean | undefined;
  sort: 'asc' | 'desc';
}

/** One page of the packages of lists, by name. */
export function listDependencies(
  db: Db,
  listIds: readonly number[],
  { paging, ...filter }: DependencyFilter & { paging: Slice },
): Promise<Page<Dependency>> {
  let of = db.selectFrom('dependencies').where('list_id', 'in', [0, ...listIds]);
  if (filter.package_manager !== undefined) {
    of = of.where('packager', 'in', ['', ...filter.package_manager]);
  }
  if (filter.direct !== undefined) of = of.where('top_level', '=', filter.direct ? 1 : 0);
  const { search, license } = filter;
  if (search !== undefined && search !== '') {
    of = of.where((e) => containsLower(e.ref('name_lower'), search));
  }
  if (license !== undefined) {
    const json = JSON.stringify(license).replace(/[\\%_]/g, (sign) => `\\${sign}`);
    of = of.where(sql<boolean>`licenses like ${`%:${json}%`} escape '\\'`);
  }
  const rows = of.selectAll().orderBy('name_lower', filter.sort).orderBy('id', filter.sort);
  return pageOf(db, rows, of.select('id'), paging);
}

/** Tools that the packages of lists come by. */
export async function listPackagers(db: Db, listIds: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('dependencies')
    .select('packager')
    .distinct()
    .where('list_id', 'in', [0, ...listIds])
    .where('packager', 'is not', null)
    .orderBy('packager')
    .execute();
  return rows.flatMap((row) => row.packager ?? []);
}

/** The different JSON lists of licences that packages of lists have. */
export async function listLicenses(db: Db, listIds: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('dependencies')
    .select('licenses')
    .distinct()
    .where('list_id', 'in', [0, ...listIds])
    .limit(1000)
    .execute();
  return rows.map((row) => row.licenses);
}

/** The packages of a list in the order in which they were written, some at a time. */
export const listInOrder = (
  db: Db,
  listIds: readonly number[],
  after: { id: number; limit: number },
): Promise<Dependency[]> =>
  db
    .selectFrom('dependencies')
    .selectAll()
    .where('list_id', 'in', [0, ...listIds])
    .where('id', '>', after.id)
    .orderBy('id')
    .limit(after.limit)
    .execute();

/** The packages of lists so that the same ones follow each other, some at a time. */
export const listByKey = (
  db: Db,
  listIds: readonly number[],
  after: { key: string; id: number; limit: number },
): Promise<Dependency[]> =>
  db
    .selectFrom('dependencies')
    .selectAll()
    .where('list_id', 'in', [0, ...listIds])
    .where(sql<boolean>`(component_key, id) > (${after.key}, ${after.id})`)
    .orderBy('component_key')
    .orderBy('id')
    .limit(after.limit)
    .execute();
