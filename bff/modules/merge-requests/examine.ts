import type { Ctx } from '../../context.ts';
import { log } from '../../git/commits.ts';
import { summarize } from '../../git/diff.ts';
import { findConflict } from '../../git/merge.ts';
import { aheadBehind, mergeBase } from '../../git/refs.ts';
import { bringHead, headsOf, targetRepository } from './branches.ts';
import type { Version } from './related-repository.ts';
import type { MergeRequest } from './repository.ts';

export type NewVersion = Omit<Version, 'id' | 'merge_request_id' | 'created_at'>;

/** What git says about a merge request. */
export type Finding =
  | { kind: 'missing' }
  /** The target has all of it already: somebody merged it by hand. */
  | { kind: 'contained'; head: string; mergeCommit: string | null }
  | {
      kind: 'checked';
      head: string;
      target: string;
      version: NewVersion | undefined;
      conflict: boolean;
      diverged: boolean;
    };

/** Looks at both branches: makes out a version where the head is new, and tries the merge. */
export async function examine(
  ctx: Ctx,
  row: MergeRequest,
  latest: Version | undefined,
): Promise<Finding> {
  const repo = targetRepository(ctx, row);
  const { source, target } = await headsOf(ctx, row);
  if (target === undefined) return { kind: 'missing' };
  const known = latest?.head_commit_sha;
  const rests = known !== undefined && (source === undefined || source === known);
  const seen = rests ? await aheadBehind(repo, target, known) : undefined;
  if (seen?.ahead === 0) {
    const contained = await containedIn(repo, { row, latest, target });
    if (contained !== undefined) return contained;
  }
  if (source === undefined) return { kind: 'missing' };
  const isNew = known !== source || row.start_sha === null;
  const wantsVersion = latest === undefined || (row.state === 'opened' && isNew);
  const head = wantsVersion || known === undefined ? await bringHead(ctx, row, source) : known;
  const counts = head === known ? seen : undefined;
  const { ahead, behind } = counts ?? (await aheadBehind(repo, target, head));
  const conflict = ahead === 0 || (behind > 0 && (await conflicts(repo, { target, head })));
  return {
    kind: 'checked',
    head,
    target,
    version: wantsVersion ? await versionOf(repo, { head, target, ahead, behind }) : undefined,
    conflict,
    diverged: behind > 0,
  };
}

/** A head that had commits of its own and has none any more was merged by hand. */
async function containedIn(
  repo: string,
  given: { row: MergeRequest; latest: Version | undefined; target: string },
): Promise<Finding | undefined> {
  const { row, latest, target } = given;
  if (row.state !== 'opened' || latest === undefined || latest.commits_count === 0)
    return undefined;
  const head = latest.head_commit_sha;
  const line = await log(
    repo,
    { include: target, exclude: head },
    { firstParent: true, limit: 500 },
  );
  const merge = line.find((commit) => commit.parents.slice(1).includes(head));
  return { kind: 'contained', head, mergeCommit: merge?.sha ?? null };
}

/** A head that contains its target never does, so this is asked for others only. */
const conflicts = async (repo: string, { target, head }: { target: string; head: string }) =>
  (await findConflict(repo, { target, source: head })) !== undefined;

/** Makes out a version from where the branches are. */
export async function versionOf(
  repo: string,
  seen: { head: string; target: string; ahead: number; behind: number },
): Promise<NewVersion> {
  const { head, target, ahead, behind } = seen;
  const base = behind === 0 ? target : ((await mergeBase(repo, target, head)) ?? target);
  const { count, patchId } = await summarize(repo, { base, head });
  return {
    head_commit_sha: head,
    base_commit_sha: base,
    start_commit_sha: target,
    state: count === 0 ? 'empty' : 'collected',
    commits_count: ahead,
    changes_count: count,
    patch_id_sha: patchId ?? null,
  };
}
