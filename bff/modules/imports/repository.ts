import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { NewRow, Row } from '../../db/schema.ts';

type Key = Pick<Row<'imported_records'>, 'namespace_id' | 'source_hostname' | 'kind' | 'source_id'>;

/** What a record of another server has become here. */
export async function findImported(db: Db, key: Key): Promise<number | undefined> {
  const row = await db
    .selectFrom('imported_records')
    .select('record_id')
    .where('namespace_id', '=', key.namespace_id)
    .where('source_hostname', '=', key.source_hostname)
    .where('kind', '=', key.kind)
    .where('source_id', '=', key.source_id)
    .executeTakeFirst();
  return row?.record_id;
}

/** Writes down what a record has become. */
export async function insertImported(db: Db, row: NewRow<'imported_records'>): Promise<void> {
  await db.insertInto('imported_records').values(row).execute();
}

/** Writes a label unless there is one of that name; true where it is new. */
export async function insertLabel(db: Db, row: NewRow<'labels'>): Promise<boolean> {
  const place = row.project_id === null ? 'group_id' : 'project_id';
  const made = await db
    .insertInto('labels')
    .values(row)
    .onConflict((conflict) => conflict.columns([place, 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

export const insertMilestone = (db: Db, row: NewRow<'milestones'>): Promise<{ id: number }> =>
  db.insertInto('milestones').values(row).returning('id').executeTakeFirstOrThrow();

/** A milestone of a project by its title: no project has two of one name. */
export const findMilestone = (
  db: Db,
  projectId: number,
  title: string,
): Promise<{ id: number } | undefined> =>
  db
    .selectFrom('milestones')
    .select('id')
    .where('project_id', '=', projectId)
    .where('title', '=', title)
    .executeTakeFirst();

export const insertIssue = (db: Db, row: NewRow<'issues'>): Promise<Row<'issues'>> =>
  db.insertInto('issues').values(row).returningAll().executeTakeFirstOrThrow();

/** What comments, reactions and approvals are about. */
export interface Subject {
  type: 'Issue' | 'MergeRequest';
  id: number;
  project_id: number;
  head_sha: string | null;
}

const tables = { Issue: 'issues', MergeRequest: 'merge_requests' } as const;

/**
 * An issue or a merge request of a namespace; undefined where it is gone, or its project is another
 * namespace's by now.
 */
export async function findSubject(
  db: Db,
  { type, id, namespaceId }: Pick<Subject, 'type' | 'id'> & { namespaceId: number },
): Promise<Subject | undefined> {
  if (type === 'Issue') {
    const row = await db
      .selectFrom('issues')
      .innerJoin('projects', 'projects.id', 'issues.project_id')
      .select('issues.project_id')
      .where('issues.id', '=', id)
      .where('projects.namespace_id', '=', namespaceId)
      .executeTakeFirst();
    return row && { type, id, project_id: row.project_id, head_sha: null };
  }
  const row = await db
    .selectFrom('merge_requests')
    .innerJoin('projects', 'projects.id', 'merge_requests.target_project_id')
    .select(['merge_requests.target_project_id as project_id', 'merge_requests.head_sha'])
    .where('merge_requests.id', '=', id)
    .where('projects.namespace_id', '=', namespaceId)
    .executeTakeFirst();
  return row && { type, id, ...row };
}

/** Is a note still there, in a project of the namespace? */
export async function hasNote(db: Db, id: number, namespaceId: number): Promise<boolean> {
  const row = await db
    .selectFrom('notes')
    .innerJoin('projects', 'projects.id', 'notes.project_id')
    .select('notes.id')
    .where('notes.id', '=', id)
    .where('projects.namespace_id', '=', namespaceId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Is a milestone still there, in a project? */
export async function hasMilestone(db: Db, id: number, projectId: number): Promise<boolean> {
  const row = await db
    .selectFrom('milestones')
    .select('id')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row !== undefined;
}

const tablesOfKinds = {
  issue: 'issues',
  merge_request: 'merge_requests',
  milestone: 'milestones',
  note: 'notes',
  repository: 'projects',
} as const;

/** Forgets what became of records that were deleted here: they may be brought again. */
export async function forgetDeleted(db: Db, namespaceId: number): Promise<void> {
  for (const [kind, table] of Object.entries(tablesOfKinds)) {
    await sql`
      delete from imported_records
      where namespace_id = ${namespaceId} and kind = ${kind} and not exists (
        select 1 from ${sql.table(table)} as t where t.id = imported_records.record_id)`.execute(
      db,
    );
  }
}

/** Has a project something of this number? */
export async function hasIid(
  db: Db,
  of: { table: 'issues' | 'merge_requests'; projectId: number; iid: number },
): Promise<boolean> {
  const project = of.table === 'issues' ? 'project_id' : 'target_project_id';
  const row = await db
    .selectFrom(of.table)
    .select('id')
    .where(sql.ref(project), '=', of.projectId)
    .where('iid', '=', of.iid)
    .executeTakeFirst();
  return row !== undefined;
}

/** Assigns people to an issue. */
export async function insertAssignees(
  db: Db,
  issueId: number,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .insertInto('issue_assignees')
    .values(userIds.map((user_id) => ({ issue_id: issueId, user_id })))
    .execute();
}

export const insertNote = (db: Db, row: NewRow<'notes'>): Promise<{ id: number }> =>
  db.insertInto('notes').values(row).returning('id').executeTakeFirstOrThrow();

/** Counts one comment more on something, which is not changed by it now. */
export async function countNote(db: Db, { type, id }: Pick<Subject, 'type' | 'id'>): Promise<void> {
  await db
    .updateTable(tables[type])
    .set((e) => ({ user_notes_count: e('user_notes_count', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Writes an approval unless there is one; true where it is new. */
export async function insertApproval(
  db: Db,
  row: NewRow<'merge_request_approvals'>,
): Promise<boolean> {
  const made = await db
    .insertInto('merge_request_approvals')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return made !== undefined;
}

/** Writes a reaction unless there is one; true where it is new. */
export async function insertReaction(db: Db, row: NewRow<'award_emoji'>): Promise<boolean> {
  const made = await db
    .insertInto('award_emoji')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}
