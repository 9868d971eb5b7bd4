import type { Page } from '#contract/common.ts';
import type { EventName } from '#contract/event-names.ts';
import { type Ctx, now, transact } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import { badParameters, badRequest, forbidden, refused } from '../../errors.ts';
import { type Commit, commitsOf } from '../../git/commits.ts';
import { resolve } from '../../git/resolve.ts';
import { audit } from '../audit/rules.ts';
import { keepCommits, targetRepository } from '../merge-requests/branches.ts';
import { lockMergeRequestOf, type MergeRequest, mayUpdate } from '../merge-requests/rules.ts';
import type { Project } from '../projects/rules.ts';
import { deleteContext, insertContext, listContext } from './repository.ts';

interface Place {
  project: Project;
  row: MergeRequest;
}

const mostAtOnce = { add: 20, remove: 100 };

/** One page of the commits that a merge request builds on, read by one process at most. */
export async function contextPage(
  ctx: Ctx,
  row: MergeRequest,
  paging: Slice,
): Promise<Page<Commit>> {
  const page = await listContext(ctx.db, row.id, paging);
  const shas = page.rows.map(({ sha }) => sha);
  return { ...page, rows: await commitsOf(targetRepository(ctx, row), shas) };
}

const unknownSha = () => refused("One or more context commits' sha is not valid.");

/** The whole ids of commits that a body names by theirs; 400 where one names none, or too many. */
async function named(repo: string, texts: readonly string[], most: number): Promise<string[]> {
  if (texts.length > most) {
    throw badRequest(`Context commits array size should not be more than ${most}`);
  }
  const names = [...new Set(texts)];
  // A branch is no commit: it names another one tomorrow.
  if (!names.every((text) => /^[0-9a-f]{7,40}$/.test(text))) throw unknownSha();
  const found = await Promise.all(names.map((text) => resolve(repo, text)));
  const shas = found.filter((sha) => sha !== undefined);
  if (shas.length < found.length) throw unknownSha();
  if (shas.length === 0) throw badParameters('commits is empty');
  return [...new Set(shas)];
}

/** Shows commits of the project beside a merge request: all of them, or none and 400. */
export async function addContextCommits(
  ctx: Ctx,
  place: Place,
  texts: readonly string[],
): Promise<Commit[]> {
  const { project, row } = place;
  if (!(await mayUpdate(ctx, project, row))) throw forbidden();
  const repo = targetRepository(ctx, row);
  const shas = await named(repo, texts, mostAtOnce.add);
  const commits = await commitsOf(repo, shas);
  // They are shown also when no branch holds them any more.
  await keepCommits(repo, shas);
  await transact(ctx, async (ctx) => {
    await lockMergeRequestOf(ctx, row);
    const rows = commits.map(({ sha, committer }) => ({
      merge_request_id: row.id,
      sha,
      committed_date: committer.date,
      created_at: now(ctx),
    }));
    const written = await insertContext(ctx.db, rows);
    const known = shas.filter((sha) => !written.includes(sha));
    if (known.length > 0) throw refused(`Context commits: ${known.join(', ')} are already created`);
    await audited(ctx, place, { action: 'merge_request_context.create', shas });
  });
  return commits;
}

/** Shows commits no longer: all of them, or none and 400. */
export async function removeContextCommits(
  ctx: Ctx,
  place: Place,
  texts: readonly string[],
): Promise<void> {
  const { project, row } = place;
  if (!(await mayUpdate(ctx, project, row))) throw forbidden();
  const shas = await named(targetRepository(ctx, row), texts, mostAtOnce.remove);
  await transact(ctx, async (ctx) => {
    await lockMergeRequestOf(ctx, row);
    const gone = await deleteContext(ctx.db, row.id, shas);
    if (gone.length < shas.length) throw unknownSha();
    await audited(ctx, place, { action: 'merge_request_context.remove', shas });
  });
}

const audited = (ctx: Ctx, place: Place, done: { action: EventName; shas: readonly string[] }) =>
  audit(ctx, {
    action: done.action,
    subject: {
      type: 'MergeRequest',
      id: place.row.id,
      name: `${place.project.full_path}!${place.row.iid}`,
    },
    projectId: place.project.id,
    after: { commits: done.shas.join(' ') },
  });
