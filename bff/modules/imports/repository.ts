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

/** An issue or a merge request; undefined where it is gone. */
export async function findSubject(
  db: Db,
  type: Subject['type'],
  id: number,
): Promise<Subject | undefined> {
  if (type === 'Issue') {
    const row = await db
      .selectFrom('issues')
      .select('project_id')
      .where('id', '=', id)
      .executeTakeFirst();
    return row && { type, id, project_id: row.project_id, head_sha: null };
  }
  const row = await db
    .selectFrom('merge_requests')
    .select(['target_project_id as project_id', 'head_sha'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { type, id, ...row };
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
