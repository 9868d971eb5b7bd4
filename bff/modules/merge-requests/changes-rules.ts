import type { Readable } from 'node:stream';
import type { Page } from '#contract/common.ts';
import type { Ctx } from '../../context.ts';
import { type Commit, commitsBetween } from '../../git/commits.ts';
import { type DiffFile, openDiff, rawPatch } from '../../git/diff.ts';
import { diffPage, linesOf } from '../../git/diff-page.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { targetRepository } from './branches.ts';
import { findLatestVersion } from './related-repository.ts';
import { refresh } from './refresh-rules.ts';
import type { MergeRequest, Version } from './rules.ts';

type Paging = { offset: number; perPage: number };

/** What a page holds at most, besides what the settings say; its first file is always there. */
const pageBytes = 5 * 1024 * 1024;
/** What one answer with everything holds at most. */
const answerBytes = 20 * 1024 * 1024;

/** One file's patch is held in memory at a time; beyond this it is read as the raw diff. */
export const mostBytesOfFile = 32 * 1024 * 1024;

/** What administrators have set; 0 is no limit. */
export async function diffLimits(ctx: Ctx) {
  const settings = await settingsOf(ctx);
  const limit = (value: number, most = Number.POSITIVE_INFINITY) => (value === 0 ? most : value);
  return {
    files: limit(settings.diff_max_files),
    lines: limit(settings.diff_max_lines),
    bytesOfFile: limit(settings.diff_max_patch_bytes, mostBytesOfFile),
  };
}

const noLimits = {
  files: Number.POSITIVE_INFINITY,
  lines: Number.POSITIVE_INFINITY,
  bytesOfFile: mostBytesOfFile,
};

/** The newest version; made now where the background work has not come to it yet. */
export async function currentVersion(ctx: Ctx, row: MergeRequest): Promise<Version | undefined> {
  const known = await findLatestVersion(ctx.db, row.id);
  if (known !== undefined || row.state === 'merged') return known;
  await refresh(ctx, row.id);
  return findLatestVersion(ctx.db, row.id);
}

/** One page of the commits of a version, the newest first. */
export async function commitsOfVersion(
  ctx: Ctx,
  row: MergeRequest,
  { version, paging }: { version: Version; paging: Paging },
): Promise<Page<Commit>> {
  const ends = { base: version.start_commit_sha, head: version.head_commit_sha };
  const page = { skip: paging.offset, limit: paging.perPage };
  const rows = await commitsBetween(targetRepository(ctx, row), ends, page);
  return { rows, total: version.commits_count };
}

const endsOf = (version: Version) => ({
  base: version.base_commit_sha,
  head: version.head_commit_sha,
});

/**
 * One page of the changed files of a version. Files whose diff the page has no room for are
 * collapsed: a page of fewer files shows them.
 */
export async function filesOfVersion(
  ctx: Ctx,
  row: MergeRequest,
  { version, paging }: { version: Version; paging: Paging },
): Promise<Page<DiffFile>> {
  const limits = await diffLimits(ctx);
  const { files, count } = await diffPage(targetRepository(ctx, row), endsOf(version), {
    skip: paging.offset,
    limit: paging.perPage,
    maxBytesPerFile: limits.bytesOfFile,
    maxBytes: pageBytes,
    maxLines: limits.lines,
    maxFiles: limits.files,
  });
  return { rows: files, total: count };
}

/** All changed files as far as one answer holds them; `overflow` where it does not. */
export async function allFilesOfVersion(
  ctx: Ctx,
  row: MergeRequest,
  { version, raise }: { version: Version; raise: boolean },
): Promise<{ files: DiffFile[]; overflow: boolean }> {
  const limits = raise ? noLimits : await diffLimits(ctx);
  const diff = await openDiff(targetRepository(ctx, row), endsOf(version), {
    limit: limits.files,
    maxBytesPerFile: limits.bytesOfFile,
  });
  const files: DiffFile[] = [];
  let bytes = 0;
  let lines = 0;
  for await (const file of diff.files) {
    bytes += Buffer.byteLength(file.diff);
    lines += linesOf(file);
    if (bytes > answerBytes || lines > limits.lines) break;
    files.push(file);
  }
  return { files, overflow: files.length < diff.count };
}

/** The whole diff as git writes it, as a stream. */
export const rawDiffOfVersion = (ctx: Ctx, row: MergeRequest, version: Version): Readable =>
  rawPatch(targetRepository(ctx, row), endsOf(version));
