import type { SelectQueryBuilder } from 'kysely';
import type { Page } from '#contract/common.ts';
import type { Db } from '../../db/open.ts';
import { pageOf } from '../../db/page.ts';
import type { Change, NewRow, Row, Tables } from '../../db/schema.ts';

export type NoteRow = Row<'notes'>;
export type NoteTarget = { type: NoteRow['noteable_type']; id: number };

/** Which notes of a target somebody sees. */
export interface NoteFilter {
  internal: boolean;
  activity: 'all_notes' | 'only_comments' | 'only_activity';
}

type Paging = { offset: number; perPage: number };

function narrowed<O>(
  query: SelectQueryBuilder<Tables, 'notes', O>,
  target: NoteTarget,
  filter: NoteFilter,
): SelectQueryBuilder<Tables, 'notes', O> {
  let q = query.where('noteable_type', '=', target.type).where('noteable_id', '=', target.id);
  if (!filter.internal) q = q.where('internal', '=', 0);
  if (filter.activity === 'only_comments') q = q.where('system', '=', 0);
  if (filter.activity === 'only_activity') q = q.where('system', '=', 1);
  return q;
}

/** One page of the notes of a target. */
export function listNotes(
  db: Db,
  target: NoteTarget,
  query: NoteFilter & {
    order_by: 'created_at' | 'updated_at';
    sort: 'asc' | 'desc';
    paging: Paging;
  },
): Promise<Page<NoteRow>> {
  const from = db.selectFrom('notes');
  const rows = narrowed(from.selectAll(), target, query)
    .orderBy(query.order_by, query.sort)
    .orderBy('id', query.sort);
  return pageOf(db, rows, narrowed(from.select('id'), target, query), query.paging);
}

/** One page of the comments on a commit of a project, the oldest first. */
export function listCommitNotes(
  db: Db,
  of: { projectId: number; sha: string },
  paging: Paging,
): Promise<Page<NoteRow>> {
  const from = db
    .selectFrom('notes')
    .where('noteable_type', '=', 'Commit')
    .where('noteable_id', '=', of.projectId)
    .where('commit_id', '=', of.sha);
  const rows = from.selectAll().orderBy('created_at').orderBy('id');
  return pageOf(db, rows, from.select('id'), paging);
}

/** One page of the ids of threads, the oldest first. */
export function listDiscussionIds(
  db: Db,
  target: NoteTarget,
  query: NoteFilter & { paging: Paging },
): Promise<Page<{ discussion_id: string }>> {
  const grouped = narrowed(db.selectFrom('notes').select('discussion_id'), target, query).groupBy(
    'discussion_id',
  );
  const rows = grouped.orderBy((e) => e.fn.min('id'));
  return pageOf(db, rows, grouped, query.paging);
}

/** The notes of threads, the oldest first. */
export const listNotesOf = (
  db: Db,
  target: NoteTarget,
  query: NoteFilter & { discussionIds: readonly string[] },
): Promise<NoteRow[]> =>
  narrowed(db.selectFrom('notes').selectAll(), target, query)
    .where('discussion_id', 'in', [...query.discussionIds, ''])
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const findNote = (db: Db, target: NoteTarget, id: number): Promise<NoteRow | undefined> =>
  db
    .selectFrom('notes')
    .selectAll()
    .where('id', '=', id)
    .where('noteable_type', '=', target.type)
    .where('noteable_id', '=', target.id)
    .executeTakeFirst();

export const findNoteById = (db: Db, id: number): Promise<NoteRow | undefined> =>
  db.selectFrom('notes').selectAll().where('id', '=', id).executeTakeFirst();

export const insertNote = (db: Db, row: NewRow<'notes'>): Promise<NoteRow> =>
  db.insertInto('notes').values(row).returningAll().executeTakeFirstOrThrow();

/** Writes several notes. */
export async function insertNotes(db: Db, rows: readonly NewRow<'notes'>[]): Promise<void> {
  await db
    .insertInto('notes')
    .values([...rows])
    .execute();
}

/** Notes of a target in the order of their ids, from behind one. */
export const listNotesAfter = (
  db: Db,
  target: NoteTarget,
  { after, limit }: { after: number; limit: number },
): Promise<NoteRow[]> =>
  narrowed(db.selectFrom('notes').selectAll(), target, { internal: true, activity: 'all_notes' })
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** How many notes a thing has, and how long their texts are together. */
export async function measureNotes(
  db: Db,
  target: NoteTarget,
): Promise<{ notes: number; bytes: number }> {
  const { notes, bytes } = await narrowed(
    db
      .selectFrom('notes')
      .select((e) => [
        e.fn.countAll<number>().as('notes'),
        e.fn.sum<number | null>(e.fn<number>('octet_length', ['body'])).as('bytes'),
      ]),
    target,
    { internal: true, activity: 'all_notes' },
  ).executeTakeFirstOrThrow();
  return { notes: Number(notes), bytes: Number(bytes ?? 0) };
}

export const updateNoteRow = (db: Db, id: number, change: Change<'notes'>): Promise<NoteRow> =>
  db.updateTable('notes').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Resolves what can be resolved in a thread, or opens it again. */
export async function resolveNotes(
  db: Db,
  discussionId: string,
  change: Pick<Change<'notes'>, 'resolved_at' | 'resolved_by_id' | 'updated_at'>,
): Promise<void> {
  const open = change.resolved_at !== null;
  await db
    .updateTable('notes')
    .set(change)
    .where('discussion_id', '=', discussionId)
    .where('resolvable', '=', 1)
    .where('resolved_at', open ? 'is' : 'is not', null)
    .execute();
}

/** Deletes one note. */
export async function deleteNoteRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('notes').where('id', '=', id).execute();
}

/** Deletes all notes of something that is deleted. */
export async function deleteNotesOf(db: Db, target: NoteTarget): Promise<void> {
  await db
    .deleteFrom('notes')
    .where('noteable_type', '=', target.type)
    .where('noteable_id', '=', target.id)
    .execute();
}

/** People who commented; of internal notes only where asked for. */
export async function listCommenters(
  db: Db,
  target: NoteTarget,
  filter: NoteFilter,
): Promise<number[]> {
  const rows = await narrowed(db.selectFrom('notes').select('author_id').distinct(), target, filter)
    .orderBy('author_id')
    .execute();
  return rows.map((row) => row.author_id);
}

/**
 * Counts the notes and open threads of a merge request anew, from the rows themselves; true where
 * an auto-merge may have waited for them.
 */
export async function recountMergeRequest(
  db: Db,
  id: number,
  updated_at: string | undefined,
): Promise<boolean> {
  const row = await db
    .updateTable('merge_requests')
    .set((e) => {
      const of = e
        .selectFrom('notes')
        .where('noteable_type', '=', 'MergeRequest')
        .where('noteable_id', '=', id);
      return {
        user_notes_count: of
          .where('system', '=', 0)
          .select((n) => n.fn.countAll<number>().as('count')),
        unresolved_count: of
          .where('resolvable', '=', 1)
          .where('resolved_at', 'is', null)
          .select((n) => n.fn.count<number>('discussion_id').distinct().as('count')),
        ...(updated_at === undefined ? {} : { updated_at }),
      };
    })
    .where('id', '=', id)
    .returning(['auto_merge', 'unresolved_count'])
    .executeTakeFirst();
  return row?.auto_merge === 1 && row.unresolved_count === 0;
}

/** Counts the notes of an issue anew, from the rows themselves. */
export async function recountIssue(db: Db, id: number, updated_at: string): Promise<void> {
  await db
    .updateTable('issues')
    .set((e) => ({
      user_notes_count: e
        .selectFrom('notes')
        .where('noteable_type', '=', 'Issue')
        .where('noteable_id', '=', id)
        .where('system', '=', 0)
        .select((n) => n.fn.countAll<number>().as('count')),
      updated_at,
    }))
    .where('id', '=', id)
    .execute();
}

/** What was said about an epic is a change of it. */
export async function touchEpic(db: Db, id: number, updated_at: string): Promise<void> {
  await db.updateTable('epics').set({ updated_at }).where('id', '=', id).execute();
}
