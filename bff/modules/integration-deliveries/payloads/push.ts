import type { Ctx } from '../../../context.ts';
import { commitFiles } from '../../../git/commit-files.ts';
import { type Commit, countCommits, log } from '../../../git/commits.ts';
import { nullSha } from '../../../git/names.ts';
import { resolve } from '../../../git/resolve.ts';
import { listTags } from '../../../git/tags.ts';
import { type Project, repositoryPath } from '../../projects/rules.ts';
import { branchOf, protectionOf, type RefUpdate } from '../../repositories/rules.ts';
import { usersById } from '../../users/rules.ts';
import type { Facts, News } from '../news.ts';
import { commitPayload, projectPayload, repositoryPayload, withOlderNames } from './parts.ts';

/** So many commits of a push are told, the newest of it. */
const mostCommits = 20;

interface Pushed {
  update: RefUpdate;
  by: number | null;
  options: readonly string[];
}

/** A branch or a tag that was made, moved or removed. */
export async function pushNews(ctx: Ctx, project: Project, pushed: Pushed): Promise<News[]> {
  const { update, options } = pushed;
  const branch = branchOf(update.ref);
  const isProtected =
    branch !== undefined && (await protectionOf(ctx, project.id, branch)) !== undefined;
  const { commits, total } = await commitsIn(ctx, project, update);
  const place = await projectPayload(ctx, project);
  const user = pushed.by === null ? undefined : (await usersById(ctx, [pushed.by])).get(pushed.by);
  const files = await commitFiles(
    repositoryPath(ctx, project.id),
    commits.map((commit) => commit.sha),
  );
  const object_kind = branch === undefined ? 'tag_push' : 'push';
  const nothing = { added: [], modified: [], removed: [] };
  const payload = {
    object_kind,
    event_name: object_kind,
    before: update.old,
    after: update.new,
    ref: update.ref,
    ref_protected: isProtected,
    checkout_sha:
      update.new === nullSha
        ? null
        : ((await resolve(repositoryPath(ctx, project.id), update.new)) ?? null),
    message: branch === undefined ? await tagMessage(ctx, project, update) : null,
    user_id: user?.id ?? null,
    user_name: user?.name ?? null,
    user_username: user?.username ?? null,
    user_email: user === undefined ? null : user.public_email || '[REDACTED]',
    user_avatar: null,
    project_id: project.id,
    project: withOlderNames(place),
    commits: commits.map((commit) => ({
      ...commitPayload(place, commit),
      ...(files.get(commit.sha) ?? nothing),
    })),
    total_commits_count: total,
    push_options: optionsOf(options),
    repository: repositoryPayload(place),
  } as const;
  const facts: Facts = {
    skipsCi: options.includes('ci.skip'),
    ...(branch === undefined
      ? { isTag: true }
      : { branch: { name: branch, isDefault: branch === project.default_branch, isProtected } }),
  };
  if (branch === undefined) return [{ kind: 'tag_push', facts, payload }];
  const pushedCommits: News[] = payload.commits.map((commit) => ({
    kind: 'commit',
    facts,
    payload: { ...payload, commits: [commit] },
  }));
  return [{ kind: 'push', facts, payload }, ...pushedCommits];
}

/** The commits that a push brought, oldest first; of a new branch those that are not in the default. */
async function commitsIn(
  ctx: Ctx,
  project: Project,
  update: RefUpdate,
): Promise<{ commits: Commit[]; total: number }> {
  if (update.new === nullSha || branchOf(update.ref) === undefined) {
    return { commits: [], total: 0 };
  }
  const repo = repositoryPath(ctx, project.id);
  if ((await resolve(repo, update.new)) === undefined) return { commits: [], total: 0 };
  // What was pushed away may be gone already: then the branch is told of like a new one.
  const isNew = (await resolve(repo, update.old)) === undefined;
  const base = `refs/heads/${project.default_branch}`;
  const known =
    isNew && update.ref !== base && (await resolve(repo, base)) !== undefined ? base : undefined;
  const range = { include: update.new, exclude: isNew ? known : update.old };
  const commits = await log(repo, range, { limit: mostCommits });
  const total = commits.length < mostCommits ? commits.length : await countCommits(repo, range);
  return { commits: commits.reverse(), total };
}

async function tagMessage(ctx: Ctx, project: Project, update: RefUpdate): Promise<string | null> {
  if (update.new === nullSha) return null;
  const name = update.ref.replace('refs/tags/', '');
  const [tag] = await listTags(repositoryPath(ctx, project.id), [name]);
  return tag?.message ?? null;
}

/** Options such as `ci.skip` and `ci.variable=A=1`, by their parts. */
function optionsOf(options: readonly string[]): Record<string, Record<string, unknown>> {
  const found: Record<string, Record<string, unknown>> = {};
  for (const option of options) {
    const [path = '', ...values] = option.split('=');
    const [namespace = '', key = ''] = path.split('.');
    if (!/^\w+$/.test(namespace) || !/^\w+$/.test(key)) continue;
    // Values of variables may be secrets and stay here.
    if (namespace === 'ci' && key === 'variable') continue;
    found[namespace] = {
      ...found[namespace],
      [key]: values.length === 0 ? true : values.join('='),
    };
  }
  return found;
}
