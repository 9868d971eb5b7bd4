import type { Ctx } from '../../context.ts';
import { type Diff, type DiffEnds, openDiff } from '../../git/diff.ts';
import { targetRepository } from '../merge-requests/branches.ts';
import { currentVersion, diffLimits, mostBytesOfFile } from '../merge-requests/changes-rules.ts';
import { getVersion, type MergeRequest, type Version } from '../merge-requests/rules.ts';

export interface Wanted {
  from?: number | undefined;
  to?: number | undefined;
  ignore_whitespace: boolean;
  whole: boolean;
  context?: number | undefined;
  old_path?: string | undefined;
  new_path?: string | undefined;
}

/** What a reader goes through: which version, and its files as git gives them. */
export interface Reviewed {
  readonly version: Version;
  readonly ends: DiffEnds;
  readonly diff: Diff;
}

/** Opens the diff of a version, or of what one version changed of another; undefined for none. */
export async function reviewOf(
  ctx: Ctx,
  row: MergeRequest,
  wanted: Wanted,
): Promise<Reviewed | undefined> {
  const newest = await currentVersion(ctx, row);
  const version = wanted.to === undefined ? newest : await getVersion(ctx, row, wanted.to);
  if (version === undefined) return undefined;
  const from = wanted.from === undefined ? undefined : await getVersion(ctx, row, wanted.from);
  const base = from?.head_commit_sha ?? version.base_commit_sha;
  const ends = { base, head: version.head_commit_sha };
  const paths = [wanted.old_path, wanted.new_path].filter((path) => path !== undefined);
  const diff = await openDiff(targetRepository(ctx, row), ends, {
    ignoreWhitespace: wanted.ignore_whitespace,
    context: wanted.context,
    maxBytesPerFile: wanted.whole ? mostBytesOfFile : (await diffLimits(ctx)).bytesOfFile,
    ...(paths.length > 0 && { paths: [...new Set(paths)] }),
  });
  return { version, ends, diff };
}
