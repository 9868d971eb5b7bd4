import { type SelectQueryBuilder, sql } from 'kysely';
import type { Page } from '#contract/common.ts';
import type { SourceUserStatus } from '#contract/own-reassignments.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import { containsLower } from '../../db/portable.ts';
import type { Change, NewRow, Row, Tables } from '../../db/schema.ts';

export type SourceUser = Row<'import_source_users'>;
export type Membership = Row<'placeholder_memberships'>;

export const findSourceUser = (db: Db, id: number): Promise<SourceUser | undefined> =>
  db.selectFrom('import_source_users').selectAll().where('id', '=', id).executeTakeFirst();

/** People of one group by id. */
export const listSourceUsers = (
  db: Db,
  groupId: number,
  ids: readonly number[],
): Promise<SourceUser[]> =>
  db
    .selectFrom('import_source_users')
    .selectAll()
    .where('group_id', '=', groupId)
    .where('id', 'in', [...ids, 0])
    .orderBy('id')
    .execute();

/** People of one group that carry one of these identifiers, wherever they come from. */
export const listByIdentifiers = (
  db: Db,
  groupId: number,
  identifiers: readonly string[],
): Promise<SourceUser[]> =>
  db
    .selectFrom('import_source_users')
    .selectAll()
    .where('group_id', '=', groupId)
    .where('source_user_identifier', 'in', [...identifiers, ''])
    .execute();

/** Whose work in a group goes to one of these users, or has gone there. */
export const listTaken = (
  db: Db,
  groupId: number,
  userIds: readonly number[],
): Promise<SourceUser[]> =>
  db
    .selectFrom('import_source_users')
    .selectAll()
    .where('reassign_to_user_id', 'in', [...userIds, 0])
    .where('group_id', '=', groupId)
    .where('status', 'not in', ['pending_reassignment', 'rejected'])
    .execute();

/** Writes somebody of an import; undefined where they are known already. */
export const insertSourceUser = (
  db: Db,
  row: NewRow<'import_source_users'>,
): Promise<SourceUser | undefined> =>
  db
    .insertInto('import_source_users')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Changes somebody who is in one of these states; undefined where they are in another by now. */
export const changeSourceUser = (
  db: Db,
  { id, from, token }: { id: number; from: readonly SourceUserStatus[]; token?: string | null },
  change: Change<'import_source_users'>,
): Promise<SourceUser | undefined> =>
  db
    .updateTable('import_source_users')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .$if(token != null, (query) => query.where('token_sha256', '=', token ?? ''))
    .returningAll()
    .executeTakeFirst();

/** Writes what becomes of many who are in one of these states; the ids of those who were. */
export async function changeSourceUsers(
  db: Db,
  rows: readonly SourceUser[],
  from: readonly SourceUserStatus[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const changed = await db
    .insertInto('import_source_users')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((e) => ({
          status: e.ref('excluded.status'),
          reassign_to_user_id: e.ref('excluded.reassign_to_user_id'),
          reassigned_by_user_id: e.ref('excluded.reassigned_by_user_id'),
          token_sha256: e.ref('excluded.token_sha256'),
          encrypted_token: e.ref('excluded.encrypted_token'),
          reassignment_error: e.ref('excluded.reassignment_error'),
          updated_at: e.ref('excluded.updated_at'),
        }))
        .where('import_source_users.status', 'in', [...from]),
    )
    .returning('id')
    .execute();
  return changed.map(({ id }) => id);
}

/** Who waits for the answer behind a token. */
export const findByToken = (db: Db, sha256: string): Promise<SourceUser | undefined> =>
  db
    .selectFrom('import_source_users')
    .selectAll()
    .where('token_sha256', '=', sha256)
    .where('status', '=', 'awaiting_approval')
    .executeTakeFirst();

/** What waits for the answer of a user, the oldest first. */
export const listWaiting = (db: Db, userId: number): Promise<SourceUser[]> =>
  db
    .selectFrom('import_source_users')
    .selectAll()
    .where('reassign_to_user_id', '=', userId)
    .where('status', '=', 'awaiting_approval')
    .orderBy('id')
    .limit(100)
    .execute();

/** How many people of a group's imports are not settled. */
export interface OpenImport {
  group_id: number;
  unassigned: number;
  failed: number;
}

const mostOpen = 20;

/** Groups with an Owner's role of a user whose imports are not settled, the newest first. */
export async function listOpenImports(db: Db, userId: number): Promise<OpenImport[]> {
  const { rows } = await sql<OpenImport>`
    select group_id,
      sum(case when status = 'failed' then 0 else 1 end) as unassigned,
      sum(case when status = 'failed' then 1 else 0 end) as failed
    from import_source_users
    where status in ('pending_reassignment', 'rejected', 'failed') and group_id in (
      select a.namespace_id from members m
      join namespace_ancestors a on a.ancestor_id = m.source_id
      where m.user_id = ${userId} and m.source_type = 'Namespace' and m.access_level >= 50)
    group by group_id
    order by group_id desc
    limit ${mostOpen}`.execute(db);
  return rows.map(({ group_id, unassigned, failed }) => ({
    group_id,
    unassigned: Number(unassigned),
    failed: Number(failed),
  }));
}

export interface SourceUserFilter {
  status?: SourceUserStatus | undefined;
  search?: string | undefined;
}

/** One page of the people of a group's imports. */
export function listPeople(
  db: Db,
  groupId: number,
  { status, search, paging }: SourceUserFilter & { paging: Slice },
): Promise<Page<SourceUser>> {
  const narrow = <O>(query: SelectQueryBuilder<Tables, 'import_source_users', O>) => {
    let q = query.where('group_id', '=', groupId);
    if (status !== undefined) q = q.where('status', '=', status);
    if (search !== undefined && search !== '') {
      q = q.where((e) =>
        e.or(
          (['source_name', 'source_username', 'source_user_identifier'] as const).map((column) =>
            containsLower(sql<string>`lower(${e.ref(column)})`, search),
          ),
        ),
      );
    }
    return q;
  };
  const from = db.selectFrom('import_source_users');
  return pageOf(db, narrow(from.selectAll()).orderBy('id'), narrow(from.select('id')), paging);
}

/** One page of those who still have a user that stands for them. */
export function listStandIns(db: Db, groupId: number, paging: Slice): Promise<Page<SourceUser>> {
  const from = db
    .selectFrom('import_source_users')
    .where('group_id', '=', groupId)
    .where('placeholder_user_id', 'is not', null);
  return pageOf(db, from.selectAll().orderBy('id'), from.select('id'), paging);
}

/** Some of those who wait for a user, after an id: a download reads them all. */
export const listUnassigned = (
  db: Db,
  groupId: number,
  { after, limit }: { after: number; limit: number },
): Promise<SourceUser[]> =>
  db
    .selectFrom('import_source_users')
    .selectAll()
    .where('group_id', '=', groupId)
    .where('status', 'in', ['pending_reassignment', 'rejected'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** How many issues, merge requests and comments carry the names of these users. */
export async function countContributions(
  db: Db,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  for (const table of ['issues', 'merge_requests', 'notes'] as const) {
    const rows = await db
      .selectFrom(table)
      .select((e) => ['author_id as id', e.fn.countAll<number>().as('count')])
      .where('author_id', 'in', [...userIds, 0])
      .groupBy('author_id')
      .execute();
    for (const { id, count } of rows) counts.set(id, (counts.get(id) ?? 0) + Number(count));
  }
  return counts;
}

/** Notes a role that somebody had; false where it is there already, and stays as it is. */
export async function insertMembership(
  db: Db,
  row: NewRow<'placeholder_memberships'>,
): Promise<boolean> {
  const made = await db
    .insertInto('placeholder_memberships')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

export const listMemberships = (db: Db, sourceUserId: number): Promise<Membership[]> =>
  db
    .selectFrom('placeholder_memberships')
    .selectAll()
    .where('source_user_id', '=', sourceUserId)
    .orderBy('id')
    .execute();

/** Forgets the roles that somebody had: they were given, or nobody gets them. */
export async function deleteMemberships(db: Db, sourceUserId: number): Promise<void> {
  await db
    .deleteFrom('placeholder_memberships')
    .where('source_user_id', '=', sourceUserId)
    .execute();
}
