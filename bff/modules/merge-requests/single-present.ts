import type { MergeRequest as Record_ } from '#contract/merge-request-record.ts';
import { actingUserId, type Ctx } from '../../context.ts';
import { linkedHtml } from '../integrations/linked-html.ts';
import { trackerOf } from '../integrations/tracker-rules.ts';
import type { Project } from '../projects/rules.ts';
import { headPipelines } from '../pipelines/head-rules.ts';
import { presentBuilds } from './builds-present.ts';
import { presentMergeRequests } from './present.ts';
import { divergedCount, isFirstContribution, rebaseInProgress } from './single-rules.ts';
import { mayMergeInto, type MergeRequest } from './rules.ts';
import { isSubscribed } from './subscription-rules.ts';

/** What the single read may be asked for besides. */
export interface Asked {
  render_html?: boolean;
  include_diverged_commits_count?: boolean;
  include_rebase_in_progress?: boolean;
}

const mostCounted = 1000;

/** The record of the single read. */
export async function presentMergeRequest(
  ctx: Ctx,
  { project, row }: { project: Project; row: MergeRequest },
  asked: Asked = {},
): Promise<Record_> {
  const heads = await headPipelines(ctx, [row]);
  const [record] = await presentMergeRequests(ctx, [row], { place: project.full_path, heads });
  if (record === undefined) throw new Error('no merge request to present');
  const userId = actingUserId(ctx);
  const people = [record.author, ...record.assignees, ...record.reviewers].map(({ id }) => id);
  const subscribed = await isSubscribed(ctx, project, { row, people });
  const { base_sha, start_sha, head_sha, changes_count } = row;
  const hasDiff = base_sha !== null && start_sha !== null && head_sha !== null;
  return Object.assign(record, {
    ...(asked.render_html === true ? await rendered(ctx, project, row) : {}),
    subscribed,
    changes_count: shownCount(changes_count),
    merge_error: row.merge_error,
    ...(await presentBuilds(ctx, project, { row, pipeline: heads.get(row.id) })),
    diff_refs: hasDiff ? { base_sha, head_sha, start_sha } : null,
    ...(asked.include_rebase_in_progress === true
      ? { rebase_in_progress: await rebaseInProgress(ctx, row) }
      : {}),
    ...(asked.include_diverged_commits_count === true
      ? { diverged_commits_count: await divergedCount(ctx, row) }
      : {}),
    first_contribution: await isFirstContribution(ctx, project, row),
    user: { can_merge: userId !== null && (await mayMergeInto(ctx, project, row.target_branch)) },
  });
}

/** A number of changed files as text: exact up to a thousand. */
export function shownCount(count: number | null): string | null {
  if (count === null) return null;
  return count > mostCounted ? `${mostCounted}+` : String(count);
}

async function rendered(ctx: Ctx, project: Project, { title, description }: MergeRequest) {
  const tracker = await trackerOf(ctx, project);
  return {
    title_html: linkedHtml(title, tracker),
    description_html: paragraphs(description ?? '')
      .map((part) => `<p>${linkedHtml(part, tracker)}</p>`)
      .join('\n'),
  };
}

const paragraphs = (text: string): string[] =>
  text.split(/\n{2,}/).flatMap((part) => part.trim() || []);
