import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import type { Page, Upload } from '#contract/common.ts';
import { actingUser, type Ctx, isAdministrator, now, transact } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import { bit } from '../../db/portable.ts';
import { forbiddenText, notFound, unprocessable } from '../../errors.ts';
import { keepFile, removeFile, sweepFiles } from '../../files.ts';
import { enqueue } from '../../jobs/queue.ts';
import { settingsOf } from '../application-settings/rules.ts';
import type { Group } from '../groups/rules.ts';
import { limitImports } from '../throttles/limit-rules.ts';
import { ImportProblem } from './problem.ts';
import { auditImport, refuseLarge } from './rules.ts';
import {
  findImport,
  type GroupImport,
  insertImport,
  listImports,
  listKnownSecrets,
} from './run-repository.ts';

export type { GroupImport } from './run-repository.ts';

const folderOf = (ctx: Pick<Ctx, 'dataDir'>) => join(ctx.dataDir, 'imports');

/** Where the bytes lie: by the secret alone, so that no name of anybody's is part of a path. */
export function pathOfImport(ctx: Pick<Ctx, 'dataDir'>, secret: string): string {
  if (!/^[0-9a-f]{32}$/.test(secret)) throw new Error('not a secret of a bundle');
  return join(folderOf(ctx), secret.slice(0, 2), secret);
}

/** A new secret of a bundle. */
export const newSecret = (): string => randomBytes(16).toString('hex');

/** Keeps a bundle and lets a job bring it in: the bytes first, then the row. */
export async function addImport(ctx: Ctx, group: Group, file: Upload): Promise<GroupImport> {
  if (!(await settingsOf(ctx)).import_sources.includes('gitlab_project')) {
    throw forbiddenText(
      'Bundles may not be uploaded: gitlab_project is not among the import_sources of this server.',
    );
  }
  try {
    await refuseLarge(ctx, file.size);
  } catch (error) {
    if (error instanceof ImportProblem) throw unprocessable(error.message);
    throw error;
  }
  await limitImports(ctx, 'group_import_limit');
  const secret = newSecret();
  const path = pathOfImport(ctx, secret);
  await keepFile(file.path, path);
  try {
    return await transact(ctx, async (ctx) => {
      const row = await insertImport(ctx.db, {
        group_id: group.id,
        user_id: actingUser(ctx).id,
        filename: [...basename(file.filename.replaceAll('\\', '/'))].slice(0, 255).join(''),
        size: file.size,
        secret,
        as_administrator: bit(isAdministrator(ctx)),
        error: null,
        created_at: now(ctx),
        started_at: null,
        finished_at: null,
      });
      await enqueue(ctx, 'import_bundle', { import_id: row.id }, { dedup: String(row.id) });
      const after = { filename: row.filename, size: row.size };
      await auditImport(ctx, group, { action: 'import.create', after });
      return row;
    });
  } catch (error) {
    await removeFile(path);
    throw error;
  }
}

/** A bundle of a group; 404 `404 Import Not Found`. */
export async function getImport(ctx: Ctx, group: Group, id: number): Promise<GroupImport> {
  const row = await findImport(ctx.db, id);
  if (row?.group_id !== group.id) throw notFound('Import');
  return row;
}

/** One page of the bundles of a group, the newest first. */
export const importPage = (ctx: Ctx, group: Group, paging: Slice): Promise<Page<GroupImport>> =>
  listImports(ctx.db, group.id, paging);

/** The secret that the name of a file begins with, whether it is a bundle or a part of one. */
const secretOf = (name: string) => name.slice(0, 32);

/** Removes bundles, and parts of them, that no row names any more; their paths. */
export const sweepImports = (ctx: Ctx, before: number): Promise<string[]> =>
  sweepFiles(folderOf(ctx), before, async (names) => {
    const known = new Set(await listKnownSecrets(ctx.db, names.map(secretOf)));
    return names.filter((name) => known.has(secretOf(name)));
  });
