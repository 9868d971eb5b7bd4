import type { BodyOf } from '#contract/endpoint.ts';
import type { commits } from '#contract/commits.ts';
import { actingUser, type Ctx } from '../../context.ts';
import { badParameters, forbidden, invalid, refused } from '../../errors.ts';
import { type CommitAction, CommitActionError, commitActions } from '../../git/commit-actions.ts';
import { type Commit, commitOfSha } from '../../git/commits.ts';
import { isBranchName } from '../../git/names.ts';
import { isAncestor, RefNameConflict, RefRace } from '../../git/refs.ts';
import { resolve } from '../../git/resolve.ts';
import { type Project, projectLevelOfActor, repositoryPath } from '../projects/rules.ts';
import { mayPush, protectionOf } from '../repositories/rules.ts';
import { advanceBranch } from './advance-rules.ts';
import { type CommitWithStats, statsOf } from './rules.ts';
import { commitEmailOf } from '../users/commit-email.ts';

/** A commit that was made just now; nobody may have asked for its numbers. */
interface CreatedCommit {
  commit: Commit;
  stats: CommitWithStats['stats'] | undefined;
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
  const email = commitEmailOf(ctx, user);
  const date = new Date(ctx.clock.now()).toISOString();
  const sha = await commitActions(repo, {
    parent: parent ?? null,
    actions: body.actions.map(actionOf),
    message: body.commit_message,
    author: { name: body.author_name ?? user.name, email: body.author_email ?? email, date },
    committer: { name: user.name, email, date },
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
