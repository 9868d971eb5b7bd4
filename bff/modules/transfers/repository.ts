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

/** SQL: is the group not above the project any more? */
const isLeft = (group: string) => sql`${sql.ref(group)} not in (
  select ancestor_id from namespace_ancestors where namespace_id = p.namespace_id)`;

/** SQL: what carries labels in the project. */
const carries = sql`(
  (ll.target_type = 'Issue' and ll.target_id in (select id from issues where project_id = p.id))
  or (ll.target_type = 'MergeRequest'
    and ll.target_id in (select id from merge_requests where target_project_id = p.id)))`;

export interface LeftLabel {
  project_id: number;
  label_id: number;
  name: string;
  color: string;
  description: string | null;
}

/** Labels that something in these projects carries and that belong to a group they have left. */
export const listLeftLabels = async (db: Db, moved: MovedProjects): Promise<LeftLabel[]> => {
  const found = await sql<LeftLabel>`
    select distinct p.id as project_id, l.id as label_id, l.name, l.color, l.description
    from projects p, label_links ll join labels l on l.id = ll.label_id
    where p.id in (${moved}) and l.group_id is not null and ${isLeft('l.group_id')} and ${carries}
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

/** Puts one label in the place of another, on everything in a project that carries it. */
export async function exchangeLabel(
  db: Db,
  projectId: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const links = sql`from label_links ll, projects p
    where p.id = ${projectId} and ll.label_id = ${from} and ${carries}`;
  await sql`
    insert into label_links (label_id, target_type, target_id)
    select ${sql.lit(to)}, ll.target_type, ll.target_id ${links}
    on conflict (target_type, target_id, label_id) do nothing`.execute(db);
  await sql`
    delete from label_links where label_id = ${from} and (target_type, target_id) in (
      select ll.target_type, ll.target_id ${links})`.execute(db);
}

/** Takes milestones of groups that these projects have left off their issues and merge requests. */
export async function dropLeftMilestones(db: Db, moved: MovedProjects): Promise<void> {
  const left = (project: string) => sql`milestone_id in (
    select m.id from milestones m, projects p
    where p.id = ${sql.ref(project)} and m.group_id is not null and ${isLeft('m.group_id')})`;
  await sql`
    update issues set milestone_id = null
    where project_id in (${moved}) and ${left('issues.project_id')}`.execute(db);
  await sql`
    update merge_requests set milestone_id = null
    where target_project_id in (${moved}) and ${left('merge_requests.target_project_id')}`.execute(
    db,
  );
}
