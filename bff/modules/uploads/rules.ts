import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Page, Upload as UploadedFile } from '#contract/common.ts';
import type { EventName } from '#contract/event-names.ts';
import { actingUser, type Ctx, now, transact } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { headOfFile, keepFile, readFileStream, removeFile, sweepFiles } from '../../files.ts';
import { enqueue } from '../../jobs/queue.ts';
import { audit } from '../audit/rules.ts';
import type { Project } from '../projects/rules.ts';
import { imageHead, imageTypeOf, safeName } from './names.ts';
import {
  deleteUpload,
  findUpload,
  findUploadNamed,
  insertUpload,
  listKnownSecrets,
  listSecrets,
  listUploads,
  type Upload,
} from './repository.ts';

export type { Upload } from './repository.ts';

/** Where the bytes lie: by the secret alone, so that no name of anybody's is part of a path. */
function pathOf(ctx: Pick<Ctx, 'dataDir'>, secret: string): string {
  if (!/^[0-9a-f]{32}$/.test(secret)) throw new Error('not a secret of an upload');
  return join(ctx.dataDir, 'uploads', secret.slice(0, 2), secret);
}

/** Keeps a file: the bytes first, then the row. */
export async function addUpload(ctx: Ctx, project: Project, file: UploadedFile): Promise<Upload> {
  const secret = randomBytes(16).toString('hex');
  const path = pathOf(ctx, secret);
  const image_type = imageTypeOf(await headOfFile(file.path, imageHead)) ?? null;
  await keepFile(file.path, path);
  try {
    return await transact(ctx, async (ctx) => {
      const row = await insertUpload(ctx.db, {
        project_id: project.id,
        secret,
        filename: safeName(file.filename),
        size: file.size,
        image_type,
        uploaded_by_id: actingUser(ctx).id,
        created_at: now(ctx),
      });
      await auditUpload(ctx, project, { action: 'upload.create', row });
      return row;
    });
  } catch (error) {
    await removeFile(path);
    throw error;
  }
}

/** One page of the uploads of a project, the newest first. */
export const uploadPage = (
  ctx: Ctx,
  project: Project,
  paging: { offset: number; perPage: number },
): Promise<Page<Upload>> => listUploads(ctx.db, project.id, paging);

/** An upload by id, or by secret and name. */
export type UploadKey = { id: number } | { secret: string; filename: string };

/** An upload of a project; 404 `404 Upload Not Found`. */
export async function getUpload(ctx: Ctx, project: Project, key: UploadKey): Promise<Upload> {
  const row =
    'id' in key
      ? await findUpload(ctx.db, project.id, key.id)
      : await findUploadNamed(ctx.db, project.id, key);
  if (row === undefined) throw notFound('Upload');
  return row;
}

/** The bytes of an upload. */
export async function openUpload(ctx: Ctx, row: Upload): Promise<Readable> {
  const stream = await readFileStream(pathOf(ctx, row.secret));
  if (stream === undefined) throw notFound('Upload');
  return stream;
}

/** Deletes an upload; its bytes go by a job. */
export async function removeUpload(ctx: Ctx, project: Project, key: UploadKey): Promise<void> {
  const row = await getUpload(ctx, project, key);
  await transact(ctx, async (ctx) => {
    await deleteUpload(ctx.db, row.id);
    await enqueue(ctx, 'remove_uploads', { secrets: [row.secret] });
    await auditUpload(ctx, project, { action: 'upload.remove', row });
  });
}

/** Lets the files of a project that is deleted go by a job. Call inside `transact`, before. */
export async function forgetUploadsOf(ctx: Ctx, projectId: number): Promise<void> {
  const secrets = await listSecrets(ctx.db, projectId);
  if (secrets.length > 0) await enqueue(ctx, 'remove_uploads', { secrets });
}

/** Removes files of uploads that are deleted. */
export async function removeUploadFiles(ctx: Ctx, secrets: readonly string[]): Promise<void> {
  for (const secret of secrets) await removeFile(pathOf(ctx, secret));
}

/**
 * Removes files that no row names, because a crash came between the file and its row; returns their
 * paths. Files that changed later than `before` may still get their row.
 */
export const sweepUploads = (ctx: Ctx, before: number): Promise<string[]> =>
  sweepFiles(join(ctx.dataDir, 'uploads'), before, (secrets) => listKnownSecrets(ctx.db, secrets));

async function auditUpload(
  ctx: Ctx,
  project: Project,
  { action, row }: { action: EventName; row: Upload },
): Promise<void> {
  const values = { filename: row.filename, size: row.size };
  await audit(ctx, {
    action,
    subject: { type: 'Upload', id: row.id, name: row.filename },
    projectId: project.id,
    ...(action === 'upload.create' ? { after: values } : { before: values }),
  });
}
