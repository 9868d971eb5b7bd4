import type { BodyOf } from '#contract/endpoint.ts';
import type { ViewedFiles, viewedFiles } from '#contract/viewed-files.ts';
import { actingUser, type Ctx, now, transact } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { changedPaths } from '../../git/changed-paths.ts';
import { entriesAt } from '../../git/tree.ts';
import { audit } from '../audit/rules.ts';
import { targetRepository } from '../merge-requests/branches.ts';
import { currentVersion } from '../merge-requests/changes-rules.ts';
import {
  getVersionOfHead,
  lockMergeRequestOf,
  type MergeRequest,
  type Version,
} from '../merge-requests/rules.ts';
import type { Project } from '../projects/rules.ts';
import { deleteViewed, listViewed, upsertViewed } from './repository.ts';

const whoseOf = (ctx: Ctx, row: MergeRequest) => ({
  merge_request_id: row.id,
  user_id: actingUser(ctx).id,
});

/** What the caller has looked at, told apart from what has changed since. */
export async function viewedBy(ctx: Ctx, row: MergeRequest): Promise<ViewedFiles> {
  const rows = await listViewed(ctx.db, whoseOf(ctx, row));
  const head = (await currentVersion(ctx, row))?.head_commit_sha ?? null;
  const held = await blobsAt(
    ctx,
    row,
    head,
    rows.map(({ path }) => path),
  );
  const files = rows.map(({ path, blob_sha, created_at }) => ({
    path,
    viewed_at: created_at,
    changed: held(path) !== blob_sha,
  }));
  return { head_sha: head, files };
}

/** Marks changed files as looked at, with what they hold at that head, or takes the marks away. */
export async function markViewed(
  ctx: Ctx,
  { project, row }: { project: Project; row: MergeRequest },
  body: BodyOf<typeof viewedFiles.update>,
): Promise<ViewedFiles> {
  const paths = [...new Set(body.paths)];
  const version = await versionOf(ctx, row, body.sha);
  const head = version?.head_commit_sha ?? null;
  if (paths.some((path) => Buffer.byteLength(path) > 2000)) {
    throw invalid({ paths: ['are too long (maximum is 2000 bytes)'] });
  }
  if (body.viewed) await mustBeChanged(ctx, row, { version, paths });
  const held = await blobsAt(ctx, row, head, body.viewed ? paths : []);
  const whose = whoseOf(ctx, row);
  await transact(ctx, async (ctx) => {
    await lockMergeRequestOf(ctx, row);
    const created_at = now(ctx);
    if (body.viewed) {
      const marks = paths.map((path) => ({ ...whose, path, blob_sha: held(path), created_at }));
      await upsertViewed(ctx.db, marks);
    } else await deleteViewed(ctx.db, whose, paths);
    await audit(ctx, {
      action: body.viewed ? 'merge_request.view' : 'merge_request.unview',
      subject: { type: 'MergeRequest', id: row.id, name: `${project.full_path}!${row.iid}` },
      projectId: project.id,
      after: { files: paths.length },
    });
  });
  return viewedBy(ctx, row);
}

/** The version whose head was looked at: what came after it has not been. */
async function versionOf(
  ctx: Ctx,
  row: MergeRequest,
  sha: string | undefined,
): Promise<Version | undefined> {
  const newest = await currentVersion(ctx, row);
  if (sha === undefined || newest?.head_commit_sha === sha) return newest;
  const version = await getVersionOfHead(ctx, row, sha);
  if (version === undefined) throw invalid({ sha: ['is no head of this merge request'] });
  return version;
}

async function mustBeChanged(
  ctx: Ctx,
  row: MergeRequest,
  { version, paths }: { version: Version | undefined; paths: readonly string[] },
): Promise<void> {
  const repo = targetRepository(ctx, row);
  const changed = new Set(
    version && (await changedPaths(repo, version.base_commit_sha, version.head_commit_sha)),
  );
  const other = paths.find((path) => !changed.has(path));
  if (other !== undefined) throw invalid({ paths: [`${other} is not changed`] });
}

/** The content of paths at a head, by its id; null where there is none. */
async function blobsAt(
  ctx: Ctx,
  row: MergeRequest,
  head: string | null,
  paths: readonly string[],
): Promise<(path: string) => string | null> {
  if (head === null || paths.length === 0) return () => null;
  const entries = await entriesAt(targetRepository(ctx, row), head, paths);
  return (path) => entries.get(path)?.sha ?? null;
}
