import { accessLevels } from '#contract/abilities.ts';
import { type Actor, actingUser, type Ctx, transact } from '../../context.ts';
import { DomainError, forbidden, insufficientScope, notFound, unauthorized } from '../../errors.ts';
import type { GitConfig, Repo } from '../../git/environment.ts';
import { nullSha } from '../../git/names.ts';
import { storedBytes } from '../../git/size.ts';
import { isAncestor } from '../../git/refs.ts';
import { audit } from '../audit/rules.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { actorOfToken } from '../personal-access-tokens/rules.ts';
import { isGranted, mayOpenRepository } from '../protected-branches/rules.ts';
import {
  authorizeProject,
  findProjectOfRemote,
  type Project,
  projectLevelOfActor,
  repositoryPath,
} from '../projects/rules.ts';
import {
  branchOf,
  expectReconciliation,
  protectionOf,
  recordRefUpdates,
  type RefUpdate,
} from '../repositories/rules.ts';
import { hasSecondFactor } from '../second-factor/rules.ts';
import { refuseInMaintenance, refuseWhoOwes } from '../sessions/demand-rules.ts';
import { signedInByPassword } from '../sessions/rules.ts';
import { noteActivity } from '../users/activity-rules.ts';
import {
  ensureWiki,
  openWiki,
  refuseClosedWiki,
  wikiEnding,
  wikiPath,
} from '../wikis/place-rules.ts';

export type GitService = 'git-upload-pack' | 'git-receive-pack';

/**
 * Who talks git: a token as the password (with a scope for the service), or a password.
 * Without credentials anonymous; wrong ones are 401.
 */
export async function actorOfGit(
  ctx: Ctx,
  credentials: { username: string; password: string } | undefined,
  service: GitService,
): Promise<Actor> {
  if (credentials === undefined) return { kind: 'anonymous' };
  const { username, password } = credentials;
  try {
    const actor = await actorOfToken(ctx, password);
    const scopes =
      service === 'git-upload-pack'
        ? (['api', 'read_api', 'read_repository', 'write_repository'] as const)
        : (['api', 'write_repository'] as const);
    if (!scopes.some((scope) => actor.scopes.includes(scope))) throw insufficientScope(scopes);
    return actor;
  } catch (error) {
    const unknown = error instanceof DomainError && error.refusal.kind === 'unauthorized';
    if (!unknown) throw error;
  }
  if (!(await settingsOf(ctx)).password_authentication_enabled_for_git) throw unauthorized();
  const user = await signedInByPassword(ctx, username, password);
  // Git has no way to send a second factor: it takes an access token.
  if (hasSecondFactor(user)) throw unauthorized();
  if (user.state !== 'active') throw forbidden('Your account is deactivated: sign in to use it');
  await noteActivity(ctx, user);
  return { kind: 'user', user, via: 'token', tokenId: 0, scopes: ['api'] };
}

/** A repository that git asks for: that of a project's code, or of its wiki. */
export interface GitPlace {
  project: Project;
  kind: 'code' | 'wiki';
  /** Where it lies. */
  repo: string;
}

/**
 * The repository of a path, for one who may fetch from or push to it. Anonymous callers are asked
 * for credentials where they see nothing, so that existence is not revealed.
 */
export async function authorizeGit(ctx: Ctx, path: string, service: GitService): Promise<GitPlace> {
  const anonymous = ctx.actor.kind === 'anonymous';
  if (anonymous && service === 'git-receive-pack') throw unauthorized();
  if (service === 'git-receive-pack') await refuseInMaintenance(ctx);
  await refuseWhoOwes(ctx);
  // A project may have a name that ends like the path of a wiki: it comes first.
  const isWiki = path.endsWith(wikiEnding) && (await findProjectOfRemote(ctx, path)) === undefined;
  try {
    return isWiki
      ? await authorizeWiki(ctx, path.slice(0, -wikiEnding.length), service)
      : await authorizeCode(ctx, path, service);
  } catch (error) {
    const refusal = error instanceof DomainError ? error.refusal : undefined;
    // Old remotes go on working; the path is not what git checks a repository by.
    if (refusal?.kind === 'moved') {
      return authorizeGit(ctx, `${refusal.id}${isWiki ? wikiEnding : ''}`, service);
    }
    if (anonymous && refusal !== undefined) throw unauthorized();
    throw error;
  }
}

async function authorizeCode(ctx: Ctx, path: string, service: GitService): Promise<GitPlace> {
  const ability = service === 'git-upload-pack' ? 'read_code' : 'push_code';
  const project = await authorizeProject(ctx, path, ability);
  return { project, kind: 'code', repo: repositoryPath(ctx, project.id) };
}

/** Who pushes first makes the wiki; nobody clones one that is not there. */
async function authorizeWiki(ctx: Ctx, path: string, service: GitService): Promise<GitPlace> {
  const pushes = service === 'git-receive-pack';
  const project = await authorizeProject(ctx, path, pushes ? 'create_wiki' : 'read_wiki');
  await refuseClosedWiki(ctx, project);
  if (pushes) await ensureWiki(ctx, project.id);
  else if ((await openWiki(ctx, project.id)) === undefined) throw notFound('Wiki');
  return { project, kind: 'wiki', repo: wikiPath(ctx, project.id) };
}

/** Why a push is refused, in words for the person at the other end; undefined when it may pass. */
export async function refusalOfPush(
  ctx: Ctx,
  project: Project,
  push: { updates: readonly RefUpdate[]; repo: Repo },
): Promise<string | undefined> {
  const level = await levelOfPusher(ctx, project);
  for (const update of push.updates) {
    const branch = branchOf(update.ref);
    if (branch === undefined) {
      if (!update.ref.startsWith('refs/tags/')) return `You may not push to ${update.ref}.`;
      continue;
    }
    const text = await refusalOfBranch(ctx, project, { ...push, update, branch, level });
    if (text !== undefined) return text;
  }
  const tooLarge = await refusalOfSize(ctx, push.repo);
  if (tooLarge !== undefined) return tooLarge;
  await expectReconciliation(ctx, project.id);
  return undefined;
}

/** A deploy key counts for a Maintainer at most. */
async function levelOfPusher(ctx: Ctx, project: Project): Promise<number> {
  const { actor } = ctx;
  if (actor.kind !== 'user') return accessLevels.none;
  const admin = actor.user.is_admin === 1;
  const level = admin ? accessLevels.owner : await projectLevelOfActor(ctx, project);
  return actor.deployKey === undefined ? level : Math.min(level, accessLevels.maintainer);
}

const megabyte = 1024 * 1024;

/** What a repository would be too large by, with what is being pushed; undefined while it fits. */
export async function refusalOfSize(ctx: Ctx, repo: Repo): Promise<string | undefined> {
  const { repository_size_limit: limit } = await settingsOf(ctx);
  if (limit === 0) return undefined;
  const over = Math.ceil((await storedBytes(repo)) / megabyte) - limit;
  return over > 0
    ? `Your push has been rejected, because this repository has exceeded its size limit of ${limit} MB by ${over} MB.`
    : undefined;
}

/** What git must be told of a push: how much it may send. */
export async function limitsOfPush(ctx: Ctx): Promise<GitConfig> {
  const { receive_max_input_size: most } = await settingsOf(ctx);
  return most === null ? [] : [['receive.maxInputSize', String(most * megabyte)]];
}

/** 403 where git is spoken over SSH alone. */
export async function refuseOverHttp(ctx: Ctx): Promise<void> {
  const { enabled_git_access_protocol: protocol } = await settingsOf(ctx);
  if (protocol === 'ssh') throw forbidden('Git access over HTTP is not allowed');
}

/** 403 where git is spoken over HTTP alone. */
export async function refuseOverSsh(ctx: Ctx): Promise<void> {
  const { enabled_git_access_protocol: protocol } = await settingsOf(ctx);
  if (protocol === 'http') throw forbidden('Git access over SSH is not allowed');
}

async function refusalOfBranch(
  ctx: Ctx,
  project: Project,
  push: { repo: Repo; update: RefUpdate; branch: string; level: number },
): Promise<string | undefined> {
  const { repo, update, branch, level } = push;
  if (update.new === nullSha && branch === project.default_branch) {
    return 'The default branch of a project cannot be deleted.';
  }
  const protection = await protectionOf(ctx, project.id, branch);
  if (protection === undefined) {
    const isOpen = project.empty_repo === 0 || (await mayOpenRepository(ctx, project, level));
    return isOpen ? undefined : 'Only Maintainers may push the first branch of a repository.';
  }
  if (update.new === nullSha)
    return 'You are not allowed to delete protected branches from this project.';
  if (!(await isGranted(ctx, protection.push, level))) {
    return 'You are not allowed to push code to protected branches on this project.';
  }
  if (update.old === nullSha || protection.allowForcePush) return undefined;
  if (await isAncestor(repo, update.old, update.new)) return undefined;
  return 'You are not allowed to force push code to a protected branch on this project.';
}

/** Records a push whose refs have moved, with its events, in one transaction. */
export async function recordPush(
  ctx: Ctx,
  project: Project,
  { updates, options }: { updates: readonly RefUpdate[]; options: readonly string[] },
): Promise<void> {
  const user = actingUser(ctx);
  const by = {
    by: user.username,
    ...(ctx.actor.kind === 'user' &&
      ctx.actor.deployKey !== undefined && { deploy_key: ctx.actor.deployKey.title }),
  };
  await transact(ctx, async (ctx) => {
    await recordRefUpdates(ctx, project, updates, { pushOptions: options });
    const { push_event_activities_limit: most } = await settingsOf(ctx);
    if (updates.length > most) {
      await audit(ctx, {
        action: 'repository.push',
        subject: { type: 'Project', id: project.id, name: project.full_path },
        projectId: project.id,
        after: { refs: updates.length, ...by },
      });
      return;
    }
    for (const update of updates) {
      await audit(ctx, {
        action: 'repository.push',
        subject: { type: 'Project', id: project.id, name: project.full_path },
        projectId: project.id,
        before: { ref: update.ref, sha: update.old },
        after: { ref: update.ref, sha: update.new, ...by },
      });
    }
  });
}
