import { hash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  type AppearanceImage,
  appearanceFields,
  appearanceImages,
  largestImage,
} from '#contract/application-appearance.ts';
import type { Upload } from '#contract/common.ts';
import { type Ctx, now, transact } from '../../context.ts';
import { invalid, notFound } from '../../errors.ts';
import { removeFile, writeFileDurably } from '../../files.ts';
import { enqueue } from '../../jobs/queue.ts';
import { problemOf } from '../application-settings/rules.ts';
import { audit } from '../audit/rules.ts';
import { safeName } from '../uploads/names.ts';
import { pathOfImage } from './files.ts';
import { judgeImage } from './images.ts';
import { pathOf } from './present.ts';
import {
  type AppearanceRow,
  deleteImage,
  findAppearance,
  findImage,
  type ImageRow,
  listImages,
  putAppearance,
  putImage,
} from './repository.ts';

export type { ImageRow } from './repository.ts';

/** Texts and switch of the appearance, without its pictures. */
export type AppearanceTexts = Omit<AppearanceRow, 'id' | 'updated_at'>;

/** How the instance looks. */
export interface Appearance {
  texts: AppearanceTexts;
  images: ReadonlyMap<AppearanceImage, ImageRow>;
}

type Change = Readonly<Record<string, unknown>>;

const textFields = appearanceFields.filter(({ type }) => type !== 'image');

const columnOf = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value);

const unchanged = Object.fromEntries(
  textFields.map((field) => [field.key, columnOf(field.default)]),
  // The rows of the contract and the columns are the same: a test writes and reads each.
) as unknown as AppearanceTexts;

/** Texts and switch as they are now, here and on every replica. */
export async function appearanceTexts(ctx: Ctx): Promise<AppearanceTexts> {
  const row = await findAppearance(ctx.db);
  if (row === undefined) return unchanged;
  const { id: _, updated_at: __, ...texts } = row;
  return texts;
}

/** How the instance looks now. */
export async function appearanceOf(ctx: Ctx): Promise<Appearance> {
  const texts = await appearanceTexts(ctx);
  const images = new Map((await listImages(ctx.db)).map((row) => [row.field, row]));
  return { texts, images };
}

/** The picture at an address; 404 where it is another by now, or none. */
export async function imageAt(
  ctx: Ctx,
  place: { image: string; appearance_id: string; filename: string },
): Promise<ImageRow> {
  const field = appearanceImages.find((name) => name === place.image);
  const row = field && place.appearance_id === '1' ? await findImage(ctx.db, field) : undefined;
  if (row === undefined || row.filename !== place.filename) throw notFound('Image');
  return row;
}

/** Changes how the instance looks: all of the change or, where one value is refused, nothing. */
export async function updateAppearance(ctx: Ctx, body: Change): Promise<Appearance> {
  const texts = readTexts(body);
  const files = await readImages(ctx, body);
  const removed = appearanceImages.filter((field) => body[field] === null);
  const written: string[] = [];
  try {
    for (const { row, bytes } of files) {
      const path = pathOfImage(ctx, row.secret);
      written.push(path);
      await writeFileDurably(path, bytes);
    }
    return await transact(ctx, async (ctx) => {
      const before = await appearanceOf(ctx);
      await putAppearance(ctx.db, { ...before.texts, ...texts, updated_at: now(ctx) });
      for (const { row } of files) await putImage(ctx.db, row);
      for (const field of removed) await deleteImage(ctx.db, field);
      const replaced = [...files.map(({ row }) => row.field), ...removed];
      await forgetFiles(ctx, before, replaced);
      const after = await appearanceOf(ctx);
      await auditChange(ctx, before, after);
      return after;
    });
  } catch (error) {
    for (const path of written) await removeFile(path);
    throw error;
  }
}

/** Takes a picture away; its bytes go by a job. */
export async function removeAppearanceImage(ctx: Ctx, field: AppearanceImage): Promise<void> {
  await transact(ctx, async (ctx) => {
    const before = await appearanceOf(ctx);
    if (!before.images.has(field)) throw notFound('Image');
    await deleteImage(ctx.db, field);
    await forgetFiles(ctx, before, [field]);
    await auditChange(ctx, before, await appearanceOf(ctx));
  });
}

/** Lets the files of pictures that were replaced or taken away go by a job. */
async function forgetFiles(
  ctx: Ctx,
  { images }: Appearance,
  fields: readonly AppearanceImage[],
): Promise<void> {
  const secrets = fields.flatMap((field) => images.get(field)?.secret ?? []);
  if (secrets.length > 0) await enqueue(ctx, 'remove_appearance_images', { secrets });
}

/** What is sent of texts and switch; nothing at all stands for an empty text. */
function readTexts(body: Change): Partial<AppearanceTexts> {
  const problems: Record<string, string[]> = {};
  const texts: Record<string, unknown> = {};
  for (const field of textFields) {
    const value = body[field.key];
    if (value === undefined) continue;
    const problem = problemOf(field, value);
    if (problem !== undefined) problems[field.key] = [problem];
    texts[field.key] = columnOf(value ?? '');
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return texts;
}

interface NewImage {
  row: ImageRow;
  bytes: Uint8Array;
}

/** The pictures that are sent, judged before anything is written. */
async function readImages(ctx: Ctx, body: Change): Promise<NewImage[]> {
  const problems: Record<string, string[]> = {};
  const images: NewImage[] = [];
  for (const field of appearanceImages) {
    // The contract lets files through, null and nothing else.
    const file = body[field] as Upload | null | undefined;
    if (file == null) continue;
    const image = await readImage(ctx, field, file);
    if ('problem' in image) problems[field] = [image.problem];
    else images.push(image);
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return images;
}

async function readImage(
  ctx: Ctx,
  field: AppearanceImage,
  { path, size, filename: given }: Upload,
): Promise<NewImage | { problem: string }> {
  if (size > largestImage) return { problem: 'is too big (should be at most 1 MiB)' };
  const name = safeName(given);
  const bytes = await readFile(path);
  const judged = await judgeImage(bytes, { filename: name, isFavicon: field === 'favicon' });
  if ('problem' in judged) return judged;
  const row = {
    field,
    secret: randomBytes(16).toString('hex'),
    filename: name.includes('.') ? name : `${name}.${judged.ending}`,
    media_type: judged.type,
    size,
    hash: hash('sha256', bytes),
    created_at: now(ctx),
  };
  return { row, bytes };
}

/** One row of the audit that names what differs, pictures by their paths. */
async function auditChange(ctx: Ctx, before: Appearance, after: Appearance): Promise<void> {
  const valuesOf = ({ texts, images }: Appearance): Record<string, unknown> => ({
    ...texts,
    ...Object.fromEntries(
      [...images.values()].map((row) => [row.field, { path: pathOf(row), sha256: row.hash }]),
    ),
  });
  const [was, is] = [valuesOf(before), valuesOf(after)];
  const differing = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]),
  );
  if (differing.length === 0) return;
  const only = (values: Record<string, unknown>) =>
    Object.fromEntries(differing.map((key) => [key, values[key] ?? null]));
  await audit(ctx, {
    action: 'application_appearance.update',
    subject: { type: 'ApplicationAppearance', id: null, name: 'instance' },
    before: only(was),
    after: only(is),
  });
}
