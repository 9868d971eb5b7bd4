import { actingUser, type Ctx, isAdministrator } from '../../context.ts';
import { forbidden, notFound, refusedAs } from '../../errors.ts';
import { type Commit, commitOfSha } from '../../git/commits.ts';
import { isBranchName } from '../../git/names.ts';
import { cherryPick, revert } from '../../git/rebase.ts';
import { RefRace } from '../../git/refs.ts';
import { resolve } from '../../git/resolve.ts';
import { type Project, projectLevelOfActor, repositoryPath } from '../projects/rules.ts';
import { mayPush } from '../repositories/rules.ts';
import { advanceBranch } from './advance-rules.ts';
import { commitNamed } from './rules.ts';
import { commitEmailOf } from '../users/commit-email.ts';

/** A change that is brought to a branch once more, or taken back there. */
export interface Pick {
  verb: 'cherry-pick' | 'revert';
  sha: string;
  branch: string;
  message?: string;
  dryRun: boolean;
}

const attempts = 4;

/**
 * Copies a commit onto a branch, or takes it back there; 400 where it does not fit or changes
 * nothing. Undefined for a trial that would have worked.
 */
export async function pickCommit(
  ctx: Ctx,
  project: Project,
  pick: Pick,
): Promise<Commit | undefined> {
  const repo = repositoryPath(ctx, project.id);
  const sha = await commitNamed(ctx, project, pick.sha);
  const tip = () =>
    isBranchName(pick.branch) ? resolve(repo, `refs/heads/${pick.branch}`) : undefined;
  if ((await tip()) === undefined) throw notFound('Branch');
  const level = await projectLevelOfActor(ctx, project);
  if (!isAdministrator(ctx) && !(await mayPush(ctx, project, { branch: pick.branch, level }))) {
    throw forbidden('You are not allowed to push into this branch');
  }
  for (let attempt = 1; ; attempt += 1) {
    const old = await tip();
    if (old === undefined) throw notFound('Branch');
    const written = await write(ctx, repo, { ...pick, sha, onto: old });
    if (pick.dryRun) return undefined;
    try {
      await advanceBranch(ctx, project, { branch: pick.branch, old, sha: written });
      return await commitOfSha(repo, written);
    } catch (error) {
      if (!(error instanceof RefRace) || attempt === attempts) throw error;
    }
  }
}

async function write(ctx: Ctx, repo: string, pick: Pick & { onto: string }): Promise<string> {
  const { verb, sha, onto } = pick;
  const user = actingUser(ctx);
  const date = new Date(ctx.clock.now()).toISOString();
  const message = pick.message || usualMessage(verb, await commitOfSha(repo, sha));
  const details = {
    commit: sha,
    onto,
    message,
    committer: { name: user.name, email: commitEmailOf(ctx, user), date },
  };
  const made = await (verb === 'revert' ? revert(repo, details) : cherryPick(repo, details));
  if (made !== undefined && 'sha' in made) return made.sha;
  const done = verb === 'revert' ? 'reverted' : 'cherry-picked';
  throw refusedAs(
    `Sorry, we cannot ${verb} this commit automatically. This commit may already have been ${done}, or a more recent commit may have updated some of its content.`,
    made === undefined ? 'empty' : 'conflict',
  );
}

function usualMessage(verb: Pick['verb'], { sha, message }: Commit): string {
  const text = message.trimEnd();
  if (verb === 'cherry-pick') return `${text}\n\n(cherry picked from commit ${sha})`;
  return `Revert "${text.split('\n')[0]}"\n\nThis reverts commit ${sha}`;
}
