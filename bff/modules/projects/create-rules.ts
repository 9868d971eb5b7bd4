import type { BodyOf } from '#contract/endpoint.ts';
import type { projects } from '#contract/projects.ts';
import { actingUser, type Ctx, now, transact } from '../../context.ts';
import { invalid, notFound } from '../../errors.ts';
import { commitActions } from '../../git/commit-actions.ts';
import { isBranchName, nullSha } from '../../git/names.ts';
import { updateRef } from '../../git/refs.ts';
import { enqueue } from '../../jobs/queue.ts';
import { refuseRestricted, settingsOf } from '../application-settings/rules.ts';
import { audit } from '../audit/rules.ts';
import { recordProjectRoles } from '../members/rules.ts';
import { holdPaths } from '../namespaces/path-rules.ts';
import { pathOfName } from '../namespaces/paths.ts';
import { claimRoute, getNamespace } from '../namespaces/rules.ts';
import { recordRefUpdates } from '../repositories/rules.ts';
import { checkInside, checkNames, mostOpenInside } from './check-rules.ts';
import { namespaceFor } from './place-rules.ts';
import { insertProject, type Project } from './repository.ts';
import { ensureRepository, findProjectById, repositoryPath } from './rules.ts';
import { columnsOf } from './write-rules.ts';
import { commitEmailOf } from '../users/commit-email.ts';

type NewProject = BodyOf<typeof projects.create>;

/** What a project's repository begins with, where that is not nothing. */
export type Origin =
  | { kind: 'fork'; source: Project; branch: string | undefined; small: boolean }
  | { kind: 'import'; url: string; credentials: string | undefined };

/** A small fork is copied by the request itself; its job is there in case that is cut off. */
const repairDelay = 5 * 60_000;

/**
 * Creates a project and its empty repository; the row's job copies what it begins with, or makes
 * good a lost repository.
 */
export async function createProject(ctx: Ctx, body: NewProject, origin?: Origin): Promise<Project> {
  const user = actingUser(ctx);
  const place = await namespaceFor(ctx, user, body.namespace_id);
  const name = body.name ?? body.path ?? '';
  const path = body.path ?? pathOfName(name);
  const settings = await settingsOf(ctx);
  const usualVisibility =
    origin?.kind === 'fork' ? origin.source.visibility : settings.default_project_visibility;
  checkNames({ name, path });
  const usual = settings.default_branch_name ?? '';
  const default_branch = body.default_branch ?? (usual === '' ? 'main' : usual);
  if (!isBranchName(default_branch)) throw invalid({ default_branch: ['is invalid'] });
  const project = await transact(ctx, async (ctx) => {
    await holdPaths(ctx);
    const namespace = await getNamespace(ctx, place.id);
    if (namespace === undefined) throw notFound('Namespace');
    const visibility = body.visibility ?? mostOpenInside(usualVisibility, namespace);
    checkInside(visibility, namespace);
    await refuseRestricted(ctx, visibility);
    const time = now(ctx);
    const row = await insertProject(ctx.db, {
      ...columnsOf(body),
      namespace_id: namespace.id,
      creator_id: user.id,
      name,
      path,
      full_path: `${namespace.full_path}/${path}`,
      full_name: `${namespace.full_name} / ${name}`,
      name_lower: name.toLowerCase(),
      description: body.description ?? null,
      visibility,
      default_branch,
      forked_from_project_id: origin?.kind === 'fork' ? origin.source.id : null,
      import_status: origin === undefined ? 'none' : 'scheduled',
      import_url: origin?.kind === 'import' ? origin.url : null,
      import_error: null,
      merge_commit_template: body.merge_commit_template ?? null,
      squash_commit_template: body.squash_commit_template ?? null,
      ci_config_path: body.ci_config_path ?? (settings.default_ci_config_path || null),
      last_activity_at: time,
      created_at: time,
      updated_at: time,
    });
    await claimRoute(ctx, row.full_path, { type: 'Project', id: row.id });
    await recordProjectRoles(ctx, row.id);
    await askForRepository(ctx, row, origin);
    await audit(ctx, {
      action: 'project.create',
      subject: { type: 'Project', id: row.id, name: row.full_path },
      projectId: row.id,
      groupId: namespace.kind === 'group' ? namespace.id : null,
      after: {
        full_path: row.full_path,
        visibility,
        forked_from_project_id: row.forked_from_project_id,
      },
    });
    return row;
  });
  await ensureRepository(ctx, project);
  return body.initialize_with_readme === true && origin === undefined
    ? addReadme(ctx, project)
    : project;
}

async function askForRepository(ctx: Ctx, row: Project, origin?: Origin): Promise<void> {
  const dedup = String(row.id);
  if (origin === undefined) {
    await enqueue(ctx, 'reconcile_refs', { project_id: row.id }, { delay: 60_000, dedup });
    return;
  }
  const fork = origin.kind === 'fork';
  const copy = fork ? { branch: origin.branch } : { credentials: origin.credentials };
  const delay = fork && origin.small ? repairDelay : 0;
  await enqueue(ctx, 'copy_repository', { project_id: row.id, ...copy }, { delay, dedup });
}

/** Begins the history with a README that says the project's name. */
async function addReadme(ctx: Ctx, project: Project): Promise<Project> {
  const repo = repositoryPath(ctx, project.id);
  const user = actingUser(ctx);
  const person = { name: user.name, email: commitEmailOf(ctx, user), date: now(ctx) };
  const description = project.description === null ? '' : `\n${project.description}\n`;
  const sha = await commitActions(repo, {
    parent: null,
    actions: [
      {
        action: 'create',
        file_path: 'README.md',
        content: Buffer.from(`# ${project.name}\n${description}`),
      },
    ],
    message: 'Initial commit',
    author: person,
    committer: person,
  });
  const ref = `refs/heads/${project.default_branch}`;
  await updateRef(repo, { ref, new: sha, old: null });
  await transact(ctx, (ctx) => recordRefUpdates(ctx, project, [{ ref, old: nullSha, new: sha }]));
  return (await findProjectById(ctx, project.id)) ?? project;
}
