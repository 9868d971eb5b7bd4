import { sql } from 'kysely';
import type { Page } from '#contract/common.ts';
import { compiledOnce } from '../../db/compiled.ts';
import type { Db } from '../../db/open.ts';
import type { NewRow, Row } from '../../db/schema.ts';

export type MemberRow = Row<'members'>;
export type SourceType = MemberRow['source_type'];

export interface Source {
  type: SourceType;
  id: number;
  /** The namespace whose ancestors' members count too: a group itself, a project's group. */
  namespaceId: number;
}

/** A direct member; undefined for none. */
export const findMember = (
  db: Db,
  source: Source,
  userId: number,
): Promise<MemberRow | undefined> =>
  db
    .selectFrom('members')
    .selectAll()
    .where('source_type', '=', source.type)
    .where('source_id', '=', source.id)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Writes a member. */
export const insertMember = (db: Db, row: NewRow<'members'>): Promise<MemberRow> =>
  db.insertInto('members').values(row).returningAll().executeTakeFirstOrThrow();

/** Changes a member's role or last day. */
export const updateMember = (
  db: Db,
  id: number,
  change: { access_level: number; expires_at?: string | null },
): Promise<MemberRow> =>
  db
    .updateTable('members')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Deletes a member. */
export async function deleteMember(db: Db, id: number): Promise<void> {
  await db.deleteFrom('members').where('id', '=', id).execute();
}

/** Members whose last day is over. */
export const listExpired = (db: Db, today: string): Promise<MemberRow[]> =>
  db.selectFrom('members').selectAll().where('expires_at', '<=', today).execute();

/** The highest role of a user in a namespace, ancestors counted; 0 for none. */
export async function namespaceLevel(db: Db, namespaceId: number, userId: number): Promise<number> {
  const row = await db
    .selectFrom('namespace_ancestors as a')
    .innerJoin('members as m', (join) =>
      join.onRef('m.source_id', '=', 'a.ancestor_id').on('m.source_type', '=', 'Namespace'),
    )
    .select((e) => e.fn.max('m.access_level').as('level'))
    .where('a.namespace_id', '=', namespaceId)
    .where('m.user_id', '=', userId)
    .executeTakeFirst();
  return row?.level ?? 0;
}

/** Which of these namespaces a user is a member of, ancestors counted. */
export async function listJoined(
  db: Db,
  namespaceIds: readonly number[],
  userId: number,
): Promise<number[]> {
  if (namespaceIds.length === 0) return [];
  const rows = await db
    .selectFrom('namespace_ancestors as a')
    .innerJoin('members as m', (join) =>
      join.onRef('m.source_id', '=', 'a.ancestor_id').on('m.source_type', '=', 'Namespace'),
    )
    .select('a.namespace_id as id')
    .distinct()
    .where('a.namespace_id', 'in', [...namespaceIds])
    .where('m.user_id', '=', userId)
    .execute();
  return rows.map((row) => row.id);
}

/** The highest role of a user in a project; 0 for none. */
export async function projectLevel(db: Db, projectId: number, userId: number): Promise<number> {
  const [row] = await levels(db, [userId, projectId]);
  return row?.access_level ?? 0;
}

const levels = compiledOnce<number, { access_level: number }>((db, [userId = 0, projectId = 0]) =>
  db
    .selectFrom('project_authorizations')
    .select('access_level')
    .where('user_id', '=', userId)
    .where('project_id', '=', projectId),
);

/** The highest roles of a user in several projects; those without one are left out. */
export const listProjectLevels = (
  db: Db,
  projectIds: readonly number[],
  userId: number,
): Promise<{ project_id: number; access_level: number }[]> =>
  db
    .selectFrom('project_authorizations')
    .select(['project_id', 'access_level'])
    .where('user_id', '=', userId)
    .where('project_id', 'in', [...projectIds, 0])
    .execute();

/** People with at least this role in a project, those who can sign in first. */
export const listPeopleOfProject = (
  db: Db,
  projectId: number,
  { least, most }: { least: number; most: number },
): Promise<Row<'users'>[]> =>
  db
    .selectFrom('project_authorizations as a')
    .innerJoin('users', 'users.id', 'a.user_id')
    .selectAll('users')
    .where('a.project_id', '=', projectId)
    .where('a.access_level', '>=', least)
    .where('users.state', '=', 'active')
    .orderBy('a.access_level', 'desc')
    .orderBy('users.id')
    .limit(most)
    .execute();

/** How many direct owners a namespace has. */
export const countOwners = async (db: Db, namespaceId: number): Promise<number> => {
  const row = await db
    .selectFrom('members')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('source_type', '=', 'Namespace')
    .where('source_id', '=', namespaceId)
    .where('access_level', '=', 50)
    .executeTakeFirstOrThrow();
  return row.count;
};

/** Some of the active owners of a namespace, the oldest first. */
export const listOwners = (db: Db, namespaceId: number): Promise<Row<'users'>[]> =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .selectAll('users')
    .where('members.source_type', '=', 'Namespace')
    .where('members.source_id', '=', namespaceId)
    .where('members.access_level', '=', 50)
    .where('users.state', '=', 'active')
    .orderBy('members.id')
    .limit(20)
    .execute();

/** Works the roles of the projects below a namespace out anew. */
export async function rebuildUnderNamespace(db: Db, namespaceId: number): Promise<void> {
  await rebuild(
    db,
    sql`select p.id from projects p join namespace_ancestors a on a.namespace_id = p.namespace_id
        where a.ancestor_id = ${namespaceId}`,
  );
}

/** Works the roles of one project out anew. */
export async function rebuildProject(db: Db, projectId: number): Promise<void> {
  await rebuild(db, sql`select p.id from projects p where p.id = ${projectId}`);
}

async function rebuild(db: Db, projectIds: ReturnType<typeof sql>): Promise<void> {
  await sql`delete from project_authorizations where project_id in (${projectIds})`.execute(db);
  await sql`
    insert into project_authorizations (user_id, project_id, access_level)
    select roles.user_id, roles.project_id, max(roles.access_level) from (
      select m.user_id, p.id as project_id, m.access_level
      from projects p
      join namespace_ancestors a on a.namespace_id = p.namespace_id
      join members m on m.source_type = 'Namespace' and m.source_id = a.ancestor_id
      where p.id in (${projectIds})
      union all
      select m.user_id, m.source_id as project_id, m.access_level
      from members m
      where m.source_type = 'Project' and m.source_id in (${projectIds})
    ) roles
    group by roles.user_id, roles.project_id`.execute(db);
}

export interface MemberFilter {
  inherited: boolean;
  user_id?: number;
  query?: string;
  paging: { offset: number; perPage: number };
}

/** One page of members by id; with `inherited` those of ancestors too, each by the highest role. */
export async function listMembers(
  db: Db,
  source: Source,
  filter: MemberFilter,
): Promise<Page<MemberRow>> {
  const { paging } = filter;
  const direct = sql`m.source_type = ${source.type} and m.source_id = ${source.id}`;
  const above = sql`m.source_type = 'Namespace' and m.source_id in (
    select ancestor_id from namespace_ancestors where namespace_id = ${source.namespaceId})`;
  const where = filter.inherited ? sql`((${direct}) or (${above}))` : direct;
  const text = filter.query?.toLowerCase() ?? '';
  const like = `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const named =
    text === ''
      ? sql``
      : sql`and (u.username_lower like ${like} escape '\\' or lower(u.name) like ${like} escape '\\')`;
  const one = filter.user_id === undefined ? sql`` : sql`and m.user_id = ${filter.user_id}`;
  const ranked = sql`
    select m.*, row_number() over (
      partition by m.user_id order by m.access_level desc, m.id) as place
    from members m join users u on u.id = m.user_id where ${where} ${named} ${one}`;
  const rows = await sql<MemberRow>`
    select id, source_type, source_id, user_id, access_level, expires_at, created_by_id, created_at
    from (${ranked}) ranked where place = 1
    order by id limit ${paging.perPage} offset ${paging.offset}`.execute(db);
  const count = await sql<{ count: number }>`
    select count(*) as count from (${ranked}) ranked where place = 1`.execute(db);
  return { rows: rows.rows, total: count.rows[0]?.count ?? 0 };
}

/** True when the user has a role above Guest somewhere besides the personal namespace. */
export async function isAboveGuest(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .leftJoin('namespaces', (join) =>
      join
        .onRef('namespaces.id', '=', 'members.source_id')
        .on('members.source_type', '=', 'Namespace'),
    )
    .select('members.id')
    .where('members.user_id', '=', userId)
    .where('members.access_level', '>', 10)
    .where((e) => e.or([e('namespaces.kind', 'is', null), e('namespaces.kind', '!=', 'user')]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
