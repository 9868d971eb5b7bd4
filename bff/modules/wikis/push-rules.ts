import { type Ctx, now, transact } from '../../context.ts';
import { commitOfSha } from '../../git/commits.ts';
import type { Repo } from '../../git/environment.ts';
import { largeBlobs } from '../../git/large-blobs.ts';
import { nullSha } from '../../git/names.ts';
import { GitError } from '../../git/process.ts';
import { setHead } from '../../git/repository.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { audit } from '../audit/rules.ts';
import { announce } from '../events/rules.ts';
import type { Project } from '../projects/rules.ts';
import { branchOf, type RefUpdate } from '../repositories/rules.ts';
import {
  changesBetween,
  expectReconciliation,
  happenedTo,
  type PageChange,
  recordMove,
  type WikiMove,
} from './change-rules.ts';
import { pageOfPath, sizeInWords } from './page-names.ts';
import { openWiki, type Wiki } from './place-rules.ts';
import { findWiki, insertWiki, moveWiki } from './repository.ts';

/** Of a push that changes more pages, none is told. */
const mostTold = 100;

/** Why a push to a wiki is refused, in words for the person at the other end. */
export async function refusalOfWikiPush(
  ctx: Ctx,
  project: Project,
  push: { updates: readonly RefUpdate[]; repo: Repo },
): Promise<string | undefined> {
  const wiki = await openWiki(ctx, project.id);
  if (wiki === undefined) return 'This project has no wiki any more.';
  for (const { ref, new: sha } of push.updates) {
    if (!/^refs\/(heads|tags)\//.test(ref)) return `You may not push to ${ref}.`;
    if (sha === nullSha && branchOf(ref) === wiki.branch) {
      return 'The branch of a wiki cannot be deleted.';
    }
  }
  const text = await refusalOfLength(ctx, push);
  if (text === undefined) await expectReconciliation(ctx, project.id);
  return text;
}

/** Every version counts, the ones below the newest too. */
async function refusalOfLength(
  ctx: Ctx,
  { updates, repo }: { updates: readonly RefUpdate[]; repo: Repo },
): Promise<string | undefined> {
  const { wiki_page_max_content_bytes: most } = await settingsOf(ctx);
  const tips = updates.flatMap(({ new: sha }) => (sha === nullSha ? [] : [sha]));
  if (tips.length === 0) return undefined;
  const large = await largeBlobs(repo, tips, most);
  const page = large.flatMap(({ path }) => pageOfPath(path) ?? [])[0];
  return page === undefined
    ? undefined
    : `The page ${page.slug} is too long. The maximum size is ${sizeInWords(most)}.`;
}

/** Records a push that git has taken, and tells of the pages that it changed. */
export async function recordWikiPush(
  ctx: Ctx,
  project: Project,
  updates: readonly RefUpdate[],
): Promise<void> {
  const wiki = await followFirstBranch(ctx, project.id, updates);
  if (wiki === undefined) return;
  const update = updates.find(({ ref }) => branchOf(ref) === wiki.branch);
  const move =
    update === undefined || update.new === nullSha
      ? undefined
      : { old: update.old === nullSha ? null : update.old, new: update.new };
  const changes = move === undefined ? [] : await toldOf(wiki, move);
  await transact(ctx, async (ctx) => {
    const isNews = move === undefined || (await recordMove(ctx, project.id, move));
    await audit(ctx, {
      action: 'wiki.push',
      subject: { type: 'Project', id: project.id, name: project.full_path },
      projectId: project.id,
      after: { refs: updates.slice(0, mostTold).map(({ ref, new: sha }) => ({ ref, sha })) },
    });
    if (isNews) await tell(ctx, project, changes);
  });
}

/** A wiki that has nothing yet takes the branch that comes first for its own. */
async function followFirstBranch(
  ctx: Ctx,
  projectId: number,
  updates: readonly RefUpdate[],
): Promise<Wiki | undefined> {
  const wiki = await openWiki(ctx, projectId);
  if (wiki === undefined || wiki.tip !== undefined) return wiki;
  const [first] = updates.flatMap(({ ref, new: sha }) =>
    sha === nullSha ? [] : (branchOf(ref) ?? []),
  );
  if (first === undefined) return wiki;
  await setHead(wiki.repo, first);
  return openWiki(ctx, projectId);
}

async function toldOf({ repo }: Wiki, move: WikiMove): Promise<PageChange[]> {
  const { message } = await commitOfSha(repo, move.new);
  try {
    const changes = await changesBetween(repo, { ...move, message });
    return changes.length > mostTold ? [] : changes;
  } catch (error) {
    // More than git can list: recorded all the same, and told to nobody.
    if (!(error instanceof GitError)) throw error;
    return [];
  }
}

const tell = (ctx: Ctx, project: Project, changes: readonly PageChange[]): Promise<void> =>
  announce(
    ctx,
    changes.map((change) => happenedTo(project, change)),
  );

/** Records and tells what moved in git without being recorded. */
export async function reconcileWiki(
  ctx: Ctx,
  project: Project,
  { told }: { told: boolean },
): Promise<void> {
  // The record is read before git is asked: what somebody records meanwhile is newer.
  const old = (await findWiki(ctx.db, project.id))?.sha ?? null;
  const wiki = await openWiki(ctx, project.id);
  if (wiki?.tip === undefined || wiki.tip === old) return;
  const move = { old, new: wiki.tip };
  const changes = told ? [] : await toldOf(wiki, move);
  await transact(ctx, async (ctx) => {
    await insertWiki(ctx.db, project.id, now(ctx));
    const moved = await moveWiki(ctx.db, { project_id: project.id, ...move }, now(ctx));
    if (moved) await tell(ctx, project, changes);
  });
}

/** What is wrong with the repository of a wiki, in words; undefined for nothing, and for no wiki. */
export async function damageOfWiki(ctx: Ctx, projectId: number): Promise<string | undefined> {
  const known = await findWiki(ctx.db, projectId);
  if (known === undefined) return undefined;
  const wiki = await openWiki(ctx, projectId);
  if (wiki === undefined) return 'has no repository';
  return (wiki.tip ?? null) === known.sha ? undefined : 'is not where it is recorded';
}
