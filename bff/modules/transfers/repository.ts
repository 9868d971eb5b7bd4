import { type RawBuilder, sql } from 'kysely';
import type { Visibility } from '#contract/common.ts';
import type { Db } from '../../db/open.ts';
import type { Change, Row } from '../../db/schema.ts';

type Namespace = Row<'namespaces'>;
type Project = Row<'projects'>;

/** Which projects have moved: a query of their ids. */
export type MovedProjects = RawBuilder<unknown>;

/** A project that has moved by itself. */
export const oneProject = (id: number): MovedProjects =>
  sql`select id from projects where id = ${id}`;

/** Projects that have moved with a group. */
export const projectsBelow = (namespaceId: number): MovedProjects =>
  sql`select p.id from projects p join namespace_ancestors a on a.namespace_id = p.namespace_id
      where a.ancestor_id = ${namespaceId}`;

/** A namespace as it is now; nobody else changes it before the transaction ends. */
export const holdNamespace = (db: Db, id: number): Promise<Namespace | undefined> =>
  db
    .updateTable('namespaces')
    .set((e) => ({ updated_at: e.ref('updated_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** A project as it is now; nobody else changes it before the transaction ends. */
export const holdProject = (db: Db, id: number): Promise<Project | undefined> =>
  db
    .updateTable('projects')
    .set((e) => ({ updated_at: e.ref('updated_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Gives a project another place. */
export const placeProject = (db: Db, id: number, change: Change<'projects'>): Promise<Project> =>
  db
    .updateTable('projects')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** True where a namespace is another one or stands below it. */
export async function isWithin(db: Db, id: number, ancestorId: number): Promise<boolean> {
  const row = await db
    .selectFrom('namespace_ancestors')
    .select('depth')
    .where('namespace_id', '=', id)
    .where('ancestor_id', '=', ancestorId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes groups and projects below a namespace less open. */
export async function closeBelow(
  db: Db,
  namespaceId: number,
  { from, to }: { from: readonly Visibility[]; to: Visibility },
): Promise<void> {
  const below = db
    .selectFrom('namespace_ancestors')
    .select('namespace_id')
    .where('ancestor_id', '=', namespaceId);
  await db
    .updateTable('namespaces')
    .set({ visibility: to })
    .where('id', 'in', below)
    .where('visibility', 'in', [...from])
    .execute();
  await db
    .updateTable('projects')
    .set({ visibility: to })
    .where('namespace_id', 'in', below)
    .where('visibility', 'in', [...from])
    .execute();
}

/** SQL: is the group not above the project `p` any more? */
const isLeft = (group: string) => sql`${sql.ref(group)} not in (
  select ancestor_id from namespace_ancestors where namespace_id = p.namespace_id)`;

export interface LeftLabel {
  project_id: number;
  label_id: number;
  name: string;
  color: string;
  description: string | null;
}

/**
 * Labels that something in these projects carries and that belong to a group they have left. SQLite
 * takes the tables of a cross join in their order: what the projects hold, never all of the instance.
 */
export const listLeftLabels = async (db: Db, moved: MovedProjects): Promise<LeftLabel[]> => {
  const found = await sql<LeftLabel>`
    select p.id as project_id, l.id as label_id, l.name, l.color, l.description
    from (
      select i.project_id, ll.label_id from issues i cross join label_links ll
      where i.project_id in (${moved}) and ll.target_type = 'Issue' and ll.target_id = i.id
      union
      select m.target_project_id, ll.label_id from merge_requests m cross join label_links ll
      where m.target_project_id in (${moved})
        and ll.target_type = 'MergeRequest' and ll.target_id = m.id
    ) carried
    join projects p on p.id = carried.project_id
    join labels l on l.id = carried.label_id
    where l.group_id is not null and ${isLeft('l.group_id')}
    order by p.id, l.id`.execute(db);
  return found.rows;
};

/** The label of a name that a project may use now, its own or of a group above it. */
export const findUsableLabel = async (
  db: Db,
  projectId: number,
  name: string,
): Promise<number | undefined> => {
  const found = await sql<{ id: number }>`
    select l.id from labels l, projects p
    where p.id = ${projectId} and l.name = ${name} and (l.project_id = p.id or l.group_id in (
      select ancestor_id from namespace_ancestors where namespace_id = p.namespace_id))
    order by l.id limit 1`.execute(db);
  return found.rows[0]?.id;
};

/** Writes a label of a project's own; its id. */
export const copyLabel = async (db: Db, label: LeftLabel, instant: string): Promise<number> => {
  const { project_id, name, color, description } = label;
  const row = await db
    .insertInto('labels')
    .values({
      project_id,
      group_id: null,
      name,
      color,
      description,
      priority: null,
      created_at: instant,
      updated_at: instant,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

export interface LeftGroupLabel {
  label_id: number;
  name: string;
  color: string;
  description: string | null;
}

/** Labels that epics below a moved group carry and that belong to a group which is above them no more. */
export const listLeftEpicLabels = async (db: Db, movedId: number): Promise<LeftGroupLabel[]> => {
  const found = await sql<LeftGroupLabel>`
    select distinct l.id as label_id, l.name, l.color, l.description
    from namespace_ancestors a
    cross join epics e
    cross join label_links ll
    cross join labels l
    where a.ancestor_id = ${movedId} and e.group_id = a.namespace_id
      and ll.target_type = 'Epic' and ll.target_id = e.id and l.id = ll.label_id
      and l.group_id not in (
        select ancestor_id from namespace_ancestors where namespace_id = e.group_id)
    order by l.id`.execute(db);
  return found.rows;
};

/** The label of a name that a group may use now, its own or of a group above it. */
export const findUsableGroupLabel = async (
  db: Db,
  groupId: number,
  name: string,
): Promise<number | undefined> => {
  const found = await sql<{ id: number }>`
    select l.id from labels l join namespace_ancestors a on a.ancestor_id = l.group_id
    where a.namespace_id = ${groupId} and l.name = ${name}
    order by a.depth limit 1`.execute(db);
  return found.rows[0]?.id;
};

/** Writes a label of a group's own; its id. */
export const copyGroupLabel = async (
  db: Db,
  groupId: number,
  label: LeftGroupLabel & { instant: string },
): Promise<number> => {
  const { name, color, description, instant } = label;
  const row = await db
    .insertInto('labels')
    .values({
      project_id: null,
      group_id: groupId,
      name,
      color,
      description,
      priority: null,
      created_at: instant,
      updated_at: instant,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

/** Parts and parents lie in one tree of groups: what a move has torn apart stays on its own. */
export async function dropLeftParents(db: Db, movedId: number): Promise<void> {
  const moved = sql`select m.id from epics m where m.group_id in (
    select namespace_id from namespace_ancestors where ancestor_id = ${movedId})`;
  await sql`
    update epics set parent_id = null where id in (
      select e.id from epics e cross join epics p
      where e.id in (${moved} union select c.id from epics c where c.parent_id in (${moved}))
        and p.id = e.parent_id and not exists (
          select 1 from namespace_ancestors own
          join namespace_ancestors other on other.ancestor_id = own.ancestor_id
          where own.namespace_id = e.group_id and other.namespace_id = p.group_id))`.execute(db);
}

const isOfLeftGroup = (milestone: string, project: string) => sql`exists (
  select 1 from milestones m join projects p on p.id = ${sql.ref(project)}
  where m.id = ${sql.ref(milestone)} and m.group_id is not null and ${isLeft('m.group_id')})`;

/** Tells that issues and merge requests have left milestones of groups that are above them no more. */
export async function tellLeftMilestones(
  db: Db,
  moved: MovedProjects,
  by: { user_id: number | null; created_at: string },
): Promise<void> {
  const { user_id, created_at } = by;
  await sql`
    insert into resource_milestone_events (issue_id, milestone_id, action, user_id, created_at)
    select id, milestone_id, 'remove', ${sql.lit(user_id)}, ${sql.lit(created_at)}
    from issues where project_id in (${moved})
      and ${isOfLeftGroup('issues.milestone_id', 'issues.project_id')} order by id`.execute(db);
  await sql`
    insert into resource_milestone_events
      (merge_request_id, milestone_id, action, user_id, created_at)
    select id, milestone_id, 'remove', ${sql.lit(user_id)}, ${sql.lit(created_at)}
    from merge_requests where target_project_id in (${moved})
      and ${isOfLeftGroup('merge_requests.milestone_id', 'merge_requests.target_project_id')}
    order by id`.execute(db);
}

/** Takes milestones of groups that these projects have left off their issues and merge requests. */
export async function dropLeftMilestones(db: Db, moved: MovedProjects): Promise<void> {
  await sql`
    update issues set milestone_id = null where project_id in (${moved})
      and ${isOfLeftGroup('issues.milestone_id', 'issues.project_id')}`.execute(db);
  await sql`
    update merge_requests set milestone_id = null where target_project_id in (${moved})
      and ${isOfLeftGroup('merge_requests.milestone_id', 'merge_requests.target_project_id')}`.execute(
    db,
  );
}
