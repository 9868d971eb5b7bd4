import { actingUser, type Ctx } from '../../context.ts';
import type { Project } from '../projects/rules.ts';
import { closesLine } from './closing-rules.ts';
import { mergeMessage, type MessageParts, squashMessage } from './merge-message.ts';
import type { MergeRequest } from './repository.ts';
import { commitEmailOf } from '../users/commit-email.ts';

/** The messages of a merge by the caller, by the project's templates, where none are sent. */
export async function defaultMessages(
  ctx: Ctx,
  { project, row }: { project: Project; row: MergeRequest },
): Promise<{ merge: string; squash: string }> {
  const user = actingUser(ctx);
  const parts: MessageParts = {
    source_branch: row.source_branch,
    target_branch: row.target_branch,
    title: row.title,
    description: row.description ?? '',
    issues: await closesLine(ctx, project, row),
    reference: `${project.full_path}!${row.iid}`,
    url: `${ctx.publicUrl}/${project.full_path}/-/merge_requests/${row.iid}`,
    merged_by: `${user.name} <${commitEmailOf(ctx, user)}>`,
  };
  return {
    merge: mergeMessage(parts, project.merge_commit_template),
    squash: squashMessage(parts, project.squash_commit_template),
  };
}
