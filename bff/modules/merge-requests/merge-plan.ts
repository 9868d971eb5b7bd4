import { randomUUID } from 'node:crypto';
import { actingUser, type Ctx, now, type User } from '../../context.ts';
import { createCommit } from '../../git/commit-object.ts';
import type { Person } from '../../git/commits.ts';
import { mergeCommit, squashCommit } from '../../git/merge.ts';
import { isAncestor } from '../../git/refs.ts';
import { resolve } from '../../git/resolve.ts';
import type { MergePlan } from '../../jobs/queue.ts';
import type { Project } from '../projects/rules.ts';
import { getUser } from '../users/rules.ts';
import { branchRef, targetRepository } from './branches.ts';
import { closesOf } from './closing-rules.ts';
import { defaultMessages } from './message-rules.ts';
import type { MergeRequest } from './repository.ts';
import { commitEmailOf } from '../users/commit-email.ts';

/** What a caller may choose at a merge. */
export interface MergeChoices {
  merge_commit_message?: string | undefined;
  squash_commit_message?: string | undefined;
  squash?: boolean | undefined;
  should_remove_source_branch?: boolean | undefined;
}

/** Whether the commits become one: the project may always or never want it. */
export function squashesOnMerge(
  row: Pick<MergeRequest, 'squash'>,
  project: Pick<Project, 'squash_option'>,
  asked = false,
): boolean {
  if (project.squash_option === 'always') return true;
  return project.squash_option !== 'never' && (row.squash === 1 || asked);
}

/**
 * Writes the objects of a merge and says which ref is to move from where to where; nothing hangs
 * on them yet. Undefined when it cannot be merged: a conflict, or a rebase is needed.
 */
export async function planMerge(
  ctx: Ctx,
  { project, row }: { project: Project; row: MergeRequest },
  choices: MergeChoices,
): Promise<MergePlan | undefined> {
  const repo = targetRepository(ctx, row);
  const ref = branchRef(row.target_branch);
  const target = await resolve(repo, ref);
  const source = row.head_sha;
  if (target === undefined || source === null) return undefined;
  const linear = project.merge_method !== 'merge';
  if (linear && !(await isAncestor(repo, target, source))) return undefined;
  const build = await builderOf(ctx, { project, row, repo, target }, choices);
  const squashed = squashesOnMerge(row, project, choices.squash)
    ? await build.squash(source)
    : undefined;
  if (squashed !== undefined && 'conflicts' in squashed) return undefined;
  const head = squashed ?? { sha: source };
  const merge = project.merge_method === 'ff' ? undefined : await build.merge(head);
  if (merge !== undefined && 'conflicts' in merge) return undefined;
  return {
    merge_request_id: row.id,
    token: randomUUID(),
    ref,
    old: target,
    new: merge?.sha ?? head.sha,
    head: source,
    seen: {
      refresh_count: row.refresh_count,
      target_branch: row.target_branch,
      draft: row.draft,
      merge_after: row.merge_after,
      unresolved_count: row.unresolved_count,
      approvals_count: row.approvals_count,
      auto_merge: row.auto_merge,
    },
    merge_commit_sha: merge?.sha ?? null,
    squash_commit_sha: squashed?.sha ?? null,
    should_remove_source_branch: choices.should_remove_source_branch ?? null,
    removes_source_branch:
      choices.should_remove_source_branch ?? row.force_remove_source_branch === 1,
    closes: await closesOf(ctx, project, row),
    user_id: actingUser(ctx).id,
  };
}

interface Place {
  project: Project;
  row: MergeRequest;
  repo: string;
  target: string;
}

/** Writes the commits of one merge, by the people and with the messages that belong to it. */
async function builderOf(ctx: Ctx, place: Place, choices: MergeChoices) {
  const { project, row, repo, target } = place;
  const date = now(ctx);
  const personOf = (user: User): Person => ({
    name: user.name,
    email: commitEmailOf(ctx, user),
    date,
  });
  const committer = personOf(actingUser(ctx));
  const author = personOf(await getUser(ctx, row.author_id));
  const usual = await defaultMessages(ctx, { project, row });
  const mergeText = choices.merge_commit_message || usual.merge;
  const squashText = choices.squash_commit_message || usual.squash;
  return {
    squash: (source: string) =>
      squashCommit(repo, { target, source, message: whole(squashText), author, committer }),
    /** A squashed head already stands on the target: its tree is that of the merge. */
    merge: async (head: { sha: string; tree?: string }) => {
      const message = whole(mergeText);
      if (head.tree === undefined) {
        return mergeCommit(repo, {
          target,
          source: head.sha,
          message,
          author: committer,
          committer,
        });
      }
      const parents = [target, head.sha];
      const { tree } = head;
      return {
        tree,
        sha: await createCommit(repo, { tree, parents, message, author: committer, committer }),
      };
    },
  };
}

/** A message that ends its last line, as git itself writes them. */
const whole = (text: string) => (text.endsWith('\n') ? text : `${text}\n`);
