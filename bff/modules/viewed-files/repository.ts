import type { Db } from '../../db/open.ts';
import type { NewRow, Row } from '../../db/schema.ts';

type ViewedFile = Row<'viewed_files'>;

interface Whose {
  merge_request_id: number;
  user_id: number;
}

/** What somebody has looked at of a merge request, by path. */
export const listViewed = (db: Db, whose: Whose): Promise<ViewedFile[]> =>
  db
    .selectFrom('viewed_files')
    .selectAll()
    .where('merge_request_id', '=', whose.merge_request_id)
    .where('user_id', '=', whose.user_id)
    .orderBy('path')
    .execute();

/** Writes down what was looked at; what is known gets the new content and time. */
export async function upsertViewed(db: Db, rows: readonly NewRow<'viewed_files'>[]): Promise<void> {
  await db
    .insertInto('viewed_files')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['merge_request_id', 'user_id', 'path']).doUpdateSet((e) => ({
        blob_sha: e.ref('excluded.blob_sha'),
        created_at: e.ref('excluded.created_at'),
      })),
    )
    .execute();
}

/** Forgets that files were looked at. */
export async function deleteViewed(db: Db, whose: Whose, paths: readonly string[]): Promise<void> {
  await db
    .deleteFrom('viewed_files')
    .where('merge_request_id', '=', whose.merge_request_id)
    .where('user_id', '=', whose.user_id)
    .where('path', 'in', [...paths])
    .execute();
}
