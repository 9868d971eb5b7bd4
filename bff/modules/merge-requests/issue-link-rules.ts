import { type Ctx, transact } from '../../context.ts';
import { enqueue } from '../../jobs/queue.ts';
import { findProjectById, type Project } from '../projects/rules.ts';
import { usersById } from '../users/rules.ts';
import { actAs } from './act-as.ts';
import { closesOf, issuesOf, namesOf } from './closing-rules.ts';
import { deleteIssueLinks, insertIssueLinks, listIssueLinks } from './issue-link-repository.ts';
import { isAtWork } from './refresh-rules.ts';
import { findLatestVersion } from './related-repository.ts';
import { findMergeRequestById, lockMergeRequest, type MergeRequest } from './repository.ts';
import { askForIssueLinks } from './rules.ts';

/** Milliseconds until issues are looked for again that a running check may still find. */
const patience = 5_000;

/**
 * The job: writes down which issues a merge request names and closes, as far as its author may
 * read them. What one that is closed or merged would close is left as it was.
 */
export async function linkIssues(ctx: Ctx, id: number): Promise<void> {
  const row = await findMergeRequestById(ctx.db, id);
  const project = row && (await findProjectById(ctx, row.target_project_id));
  const author = row && (await usersById(ctx, [row.author_id])).get(row.author_id);
  if (row === undefined || project === undefined || author === undefined) return;
  if (isAtWork(ctx, row) && (await findLatestVersion(ctx.db, id)) === undefined) {
    // Its commits are being looked for: a second search would only wait for the same answer.
    const again = { delay: patience, dedup: String(id) };
    return enqueue(ctx, 'link_issues', { merge_request_id: id }, again);
  }
  const acting = actAs(ctx, author);
  const named = await idsOf(acting, project, await namesOf(acting, project, row));
  const closed = isOpen(row)
    ? await idsOf(acting, project, await closesOf(acting, project, row))
    : (await listIssueLinks(ctx.db, id)).flatMap((link) =>
        link.closes === 1 ? link.issue_id : [],
      );
  await transact(ctx, async (ctx) => {
    const held = await lockMergeRequest(ctx.db, id);
    if (held === undefined) return;
    // What was read is not what it says any more: a later look counts.
    if (held.updated_at !== row.updated_at || held.head_sha !== row.head_sha) {
      await askForIssueLinks(ctx, held);
      return;
    }
    await deleteIssueLinks(ctx.db, id);
    await insertIssueLinks(ctx.db, id, { named, closed });
  });
}

const isOpen = ({ state }: MergeRequest) => state === 'opened' || state === 'locked';

const idsOf = async (
  ctx: Ctx,
  project: Project,
  references: Parameters<typeof issuesOf>[2],
): Promise<number[]> => (await issuesOf(ctx, project, references)).map(({ issue }) => issue.id);
