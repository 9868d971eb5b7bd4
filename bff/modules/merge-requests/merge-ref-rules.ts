import { type Ctx, now } from '../../context.ts';
import { refused } from '../../errors.ts';
import { readRawCommit } from '../../git/commit-object.ts';
import { mergeCommit } from '../../git/merge.ts';
import { resolve } from '../../git/resolve.ts';
import type { Project } from '../projects/rules.ts';
import { getUser } from '../users/rules.ts';
import { mergeRefOf, pointRef, targetRepository } from './branches.ts';
import { settled } from './refresh-rules.ts';
import type { MergeRequest } from './repository.ts';
import { getMergeRequest } from './rules.ts';
import { commitEmailOf } from '../users/commit-email.ts';

/**
 * The commit that a merge would make of both branches as they are, kept at a ref of its own; 400
 * where there can be none.
 */
export async function mergeRefCommit(ctx: Ctx, project: Project, iid: number): Promise<string> {
  const ready = await settled(ctx, await getMergeRequest(ctx, project, iid));
  const { head_sha: source, checked_target_sha: target } = ready ?? {};
  if (ready?.state !== 'opened' || ready.merge_status !== 'can_be_merged' || !source || !target) {
    throw refused('Merge request is not mergeable');
  }
  const repo = targetRepository(ctx, ready);
  const ref = mergeRefOf(ready);
  const known = await resolve(repo, ref);
  if (known !== undefined) {
    const { parents } = await readRawCommit(repo, known);
    if (parents[0] === target && parents[1] === source) return known;
  }
  const merged = await written(ctx, ready, { repo, source, target });
  await pointRef(repo, ref, merged);
  return merged;
}

async function written(
  ctx: Ctx,
  row: MergeRequest,
  { repo, source, target }: { repo: string; source: string; target: string },
): Promise<string> {
  const user = await getUser(ctx, row.author_id);
  const author = { name: user.name, email: commitEmailOf(ctx, user), date: now(ctx) };
  const message = `Merge ${source} into ${target}\n`;
  const merge = await mergeCommit(repo, { target, source, message, author, committer: author });
  if ('conflicts' in merge) throw refused('Merge request is not mergeable');
  return merge.sha;
}
