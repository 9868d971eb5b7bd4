import type { Page } from '#contract/common.ts';
import type { Db } from '../../db/open.ts';
import { pageOf } from '../../db/page.ts';
import type { NewRow, Row } from '../../db/schema.ts';

export type Upload = Row<'uploads'>;

/** Writes an upload's row. */
export const insertUpload = (db: Db, row: NewRow<'uploads'>): Promise<Upload> =>
  db.insertInto('uploads').values(row).returningAll().executeTakeFirstOrThrow();

/** One page of the uploads of a project, the newest first. */
export function listUploads(
  db: Db,
  projectId: number,
  paging: { offset: number; perPage: number },
): Promise<Page<Upload>> {
  const of = db.selectFrom('uploads').where('project_id', '=', projectId);
  return pageOf(db, of.selectAll().orderBy('id', 'desc'), of.select('id'), paging);
}

/** An upload of a project by id. */
export const findUpload = (db: Db, projectId: number, id: number): Promise<Upload | undefined> =>
  db
    .selectFrom('uploads')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();

/** An upload of a project by its secret and name. */
export const findUploadNamed = (
  db: Db,
  projectId: number,
  named: { secret: string; filename: string },
): Promise<Upload | undefined> =>
  db
    .selectFrom('uploads')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('secret', '=', named.secret)
    .where('filename', '=', named.filename)
    .executeTakeFirst();

/** Secrets of all uploads of a project. */
export async function listSecrets(db: Db, projectId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('secret')
    .where('project_id', '=', projectId)
    .execute();
  return rows.map((row) => row.secret);
}

/** Those of several secrets that belong to an upload. */
export async function listKnownSecrets(db: Db, secrets: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('secret')
    .where('secret', 'in', [...secrets, ''])
    .execute();
  return rows.map((row) => row.secret);
}

/** Deletes an upload's row. */
export async function deleteUpload(db: Db, id: number): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute();
}
