import type { Page } from '#contract/common.ts';
import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import type { commits } from '#contract/commits.ts';
import { actingUser, type Ctx } from '../../context.ts';
import { countedOf, type Slice, totalOf } from '../../db/page.ts';
import {
  badParameters,
  forbidden,
  invalid,
  notFound,
  refused,
  wayNotAllowed,
} from '../../errors.ts';
import { type CommitAction, CommitActionError, commitActions } from '../../git/commit-actions.ts';
import { type Commit, commitOfSha, countCommits, log } from '../../git/commits.ts';
import { type DiffFile, diffStat, openDiff } from '../../git/diff.ts';
import { isBranchName, treePath } from '../../git/names.ts';
import { isAncestor, mergeBase, RefNameConflict, RefRace } from '../../git/refs.ts';
import { resolve } from '../../git/resolve.ts';
import { type Project, projectLevelOfActor, repositoryPath } from '../projects/rules.ts';
import { branchShas, mayPush, protectionOf } from '../repositories/rules.ts';
import { advanceBranch } from './advance-rules.ts';

type Paging = { offset: number; perPage: number; withTotal?: boolean; keyset?: Slice['keyset'] };

/** The commit that a text names in a project; 404 `404 <thing> Not Found` for none. */
export async function commitNamed(
  ctx: Ctx,
  project: Project,
  text: string,
  thing = 'Commit',
): Promise<string> {
  const sha = await resolve(repositoryPath(ctx, project.id), text);
  if (sha === undefined) throw notFound(thing);
  return sha;
}

/** One page of commits. An empty repository has none. */
export async function commitPage(
  ctx: Ctx,
  project: Project,
  query: QueryOf<typeof commits.list> & { paging: Paging },
): Promise<Page<Commit>> {
  // What no commit can hold, none has changed.
  const impossible = treePath(query.path ?? '') === undefined || /[\0\n]/.test(query.author ?? '');
  if (project.empty_repo === 1 || impossible) return { rows: [], total: 0 };
  const repo = repositoryPath(ctx, project.id);
  const { keyset } = query.paging;
  if (keyset !== undefined && query.all === true) {
    throw wayNotAllowed('Keyset pagination is not yet available for this type of request');
  }
  // A page after the first keeps to the commits that the first one began at, whatever came since.
  const begun = keyset?.after === undefined ? undefined : String(keyset.after.value);
  const [from, to] = (begun ?? query.ref_name ?? project.default_branch).split('..');
  const include =
    query.all === true
      ? await branchShas(ctx, project.id)
      : [await commitNamed(ctx, project, to || from || 'HEAD', 'Tree')];
  const exclude = to === undefined ? [] : [await commitNamed(ctx, project, from ?? '', 'Tree')];
  const range = { include, exclude };
  const options = {
    path: query.path,
    author: query.author,
    since: query.since === undefined ? undefined : new Date(query.since),
    until: query.until === undefined ? undefined : new Date(query.until),
    firstParent: query.first_parent,
    topoOrder: query.order === 'topo',
  };
  const { perPage } = query.paging;
  const offset = Math.max(keyset?.after?.id ?? query.paging.offset, 0);
  if (keyset !== undefined) {
    // One more than the page holds tells whether there is a next one.
    const found = await log(repo, range, { ...options, skip: offset, limit: perPage + 1 });
    const value = [...exclude, ...include].join('..');
    const next = found.length > perPage ? { value, id: offset + perPage } : undefined;
    return { rows: found.slice(0, perPage), total: undefined, next };
  }
  const rows = await log(repo, range, { ...options, skip: offset, limit: perPage });
  if (offset === 0 && rows.length < perPage) return { rows, total: rows.length };
  const counted = await countCommits(repo, range, {
    ...options,
    limit: countedOf(query.paging),
  });
  return { rows, total: totalOf(counted, query.paging) };
}

export interface CommitWithStats {
  commit: Commit;
  stats: { additions: number; deletions: number; total: number };
}

/** A commit that was made just now; nobody may have asked for its numbers. */
interface CreatedCommit {
  commit: Commit;
  stats: CommitWithStats['stats'] | undefined;
}

/** A commit with the numbers of lines that it changed. */
export async function showCommit(
  ctx: Ctx,
  project: Project,
  text: string,
): Promise<CommitWithStats> {
  const repo = repositoryPath(ctx, project.id);
  const commit = await commitOfSha(repo, await commitNamed(ctx, project, text));
  return { commit, stats: await statsOf(repo, commit) };
}

/** How many commits lead to a commit, itself included. */
export async function countUpTo(
  ctx: Ctx,
  project: Project,
  { sha, firstParent }: { sha: string; firstParent: boolean },
): Promise<number> {
  const to = await commitNamed(ctx, project, sha);
  return countCommits(repositoryPath(ctx, project.id), { include: to }, { firstParent });
}

async function statsOf(repo: string, commit: Commit): Promise<CommitWithStats['stats']> {
  const files = await diffStat(repo, { base: commit.parents[0] ?? null, head: commit.sha });
  const additions = files.reduce((sum, file) => sum + file.added, 0);
  const deletions = files.reduce((sum, file) => sum + file.removed, 0);
  return { additions, deletions, total: additions + deletions };
}

/** One page of the files that a commit changed. */
export async function commitDiffPage(
  ctx: Ctx,
  project: Project,
  of: { sha: string; paging: Paging },
): Promise<Page<DiffFile>> {
  const repo = repositoryPath(ctx, project.id);
  const commit = await commitOfSha(repo, await commitNamed(ctx, project, of.sha));
  const ends = { base: commit.parents[0] ?? null, head: commit.sha };
  const { offset, perPage } = of.paging;
  const diff = await openDiff(repo, ends, { skip: offset, limit: perPage });
  const rows: DiffFile[] = [];
  for await (const file of diff.files) rows.push(file);
  return { rows, total: diff.count };
}

export interface Comparison {
  commits: Commit[];
  diffs: DiffFile[];
  same: boolean;
}

/** Commits of `to` that `from` lacks, and what changed since they parted (or straight). */
export async function compare(
  ctx: Ctx,
  project: Project,
  query: QueryOf<typeof commits.compare>,
): Promise<Comparison> {
  const repo = repositoryPath(ctx, project.id);
  const from = await commitNamed(ctx, project, query.from, 'Ref');
  const to = await commitNamed(ctx, project, query.to, 'Ref');
  const base = query.straight ? from : ((await mergeBase(repo, from, to)) ?? null);
  const list = await log(repo, { include: to, exclude: from }, { limit: 1000 });
  const diffs: DiffFile[] = [];
  const diff = await openDiff(repo, { base, head: to }, { limit: 1000, collapseBytes: 512 * 1024 });
  for await (const file of diff.files) diffs.push(file);
  return { commits: list.reverse(), diffs, same: from === to };
}

type NewCommit = BodyOf<typeof commits.create>;

const attempts = 4;

/**
 * Commits changes of files to a branch, made from another one where asked. The branch moves only
 * from the id that the commit was built on: a push in between starts it anew.
 */
export async function createCommit(
  ctx: Ctx,
  project: Project,
  body: NewCommit,
): Promise<CreatedCommit> {
  if (!isBranchName(body.branch)) throw invalid({ branch: ['is invalid'] });
  if (body.actions.length === 0) throw refused('You must provide at least one action');
  const level = await projectLevelOfActor(ctx, project);
  const allowed = ctx.actor.kind === 'user' && ctx.actor.user.is_admin === 1;
  if (!allowed && !(await mayPush(ctx, project, { branch: body.branch, level }))) {
    throw forbidden('You are not allowed to push into this branch');
  }
  const repo = repositoryPath(ctx, project.id);
  for (let attempt = 1; ; attempt++) {
    try {
      return await commitOnce(ctx, project, { repo, body });
    } catch (error) {
      if (error instanceof CommitActionError) throw refused(wordProblem(error));
      if (error instanceof RefNameConflict) throw refused('A branch of a like name is in the way');
      if (!(error instanceof RefRace) || attempt === attempts) throw error;
    }
  }
}

async function commitOnce(
  ctx: Ctx,
  project: Project,
  { repo, body }: { repo: string; body: NewCommit },
): Promise<CreatedCommit> {
  const old = await resolve(repo, `refs/heads/${body.branch}`);
  const parent = await parentOf(ctx, project, { repo, body, old });
  if (old !== undefined && parent !== old)
    await checkForce(ctx, project, { repo, body, old, parent });
  const user = actingUser(ctx);
  const date = new Date(ctx.clock.now()).toISOString();
  const sha = await commitActions(repo, {
    parent: parent ?? null,
    actions: body.actions.map(actionOf),
    message: body.commit_message,
    author: { name: body.author_name ?? user.name, email: body.author_email ?? user.email, date },
    committer: { name: user.name, email: user.email, date },
  });
  await advanceBranch(ctx, project, { branch: body.branch, old, sha });
  const commit = await commitOfSha(repo, sha);
  return { commit, stats: body.stats ? await statsOf(repo, commit) : undefined };
}

interface Building {
  repo: string;
  body: NewCommit;
  old: string | undefined;
}

async function parentOf(
  ctx: Ctx,
  project: Project,
  building: Building,
): Promise<string | undefined> {
  const { repo, body, old } = building;
  const start = body.start_sha ?? body.start_branch;
  if (start === undefined) {
    if (old === undefined && project.empty_repo === 0) {
      throw refused('You can only create or edit files when you are on a branch');
    }
    return old;
  }
  if (old !== undefined && !body.force) {
    throw refused(
      `A branch called '${body.branch}' already exists. Switch to that branch in order to make changes`,
    );
  }
  const sha = await resolve(repo, body.start_sha ?? `refs/heads/${start}`);
  if (sha === undefined) throw refused(`Invalid reference name: ${start}`);
  return sha;
}

async function checkForce(
  ctx: Ctx,
  project: Project,
  change: Building & { old: string; parent: string | undefined },
): Promise<void> {
  const { repo, body, old, parent } = change;
  const protection = await protectionOf(ctx, project.id, body.branch);
  if (protection === undefined || protection.allowForcePush) return;
  const forward = parent !== undefined && (await isAncestor(repo, old, parent));
  if (!forward) throw forbidden('You are not allowed to force push into this branch');
}

function actionOf(given: NewCommit['actions'][number], index: number): CommitAction {
  const { action, file_path, last_commit_id } = given;
  const bytes =
    given.content === undefined
      ? undefined
      : Buffer.from(given.content, given.encoding === 'base64' ? 'base64' : 'utf8');
  const missing = (field: string) => badParameters(`actions[${index}][${field}] is missing`);
  switch (action) {
    case 'create':
    case 'update':
      if (bytes === undefined) throw missing('content');
      return {
        action,
        file_path,
        last_commit_id,
        content: bytes,
        execute_filemode: given.execute_filemode,
      };
    case 'delete':
      return { action, file_path, last_commit_id };
    case 'move':
      if (given.previous_path === undefined) throw missing('previous_path');
      return {
        action,
        file_path,
        previous_path: given.previous_path,
        last_commit_id,
        content: bytes,
      };
    case 'chmod':
      if (given.execute_filemode === undefined) throw missing('execute_filemode');
      return { action, file_path, last_commit_id, execute_filemode: given.execute_filemode };
  }
}

/** The API's words for an action that cannot be done. */
function wordProblem(error: CommitActionError): string {
  switch (error.problem) {
    case 'bad_path':
      return 'Path cannot include directory traversal or reserved names';
    case 'file_exists':
      return 'A file with this name already exists';
    case 'folder_exists':
      return 'A directory with this name already exists';
    case 'folder_is_file':
      return 'A file stands where the path needs a directory';
    case 'file_missing':
      return "A file with this name doesn't exist";
    case 'file_changed':
      return `You are attempting to update a file that has changed since you started editing it.`;
  }
}
