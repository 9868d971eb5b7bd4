import { join } from 'node:path';
import type { ProjectAbility } from '#contract/abilities.ts';
import type { Page, Visibility } from '#contract/common.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { projects } from '#contract/projects.ts';
import { canInProject, canSee, type Standing } from '../../access.ts';
import {
  actingUser,
  type Ctx,
  isAdministrator,
  now,
  transact,
  type User,
  viewerOf,
} from '../../context.ts';
import { bit } from '../../db/portable.ts';
import type { Change } from '../../db/schema.ts';
import { badRequest, forbidden, invalid, notFound } from '../../errors.ts';
import { isBranchName } from '../../git/names.ts';
import { hashedPath, initBare, RepositoryExists, setHead } from '../../git/repository.ts';
import { enqueue } from '../../jobs/queue.ts';
import { audit } from '../audit/rules.ts';
import { authorizeGroup, levelToCreateProjects } from '../groups/rules.ts';
import { levelIn, levelOfUser, recordProjectRoles, type Source } from '../members/rules.ts';
import { pathOfName, pathProblem } from '../namespaces/paths.ts';
import { claimRoute, getNamespace, type Namespace, userNamespace } from '../namespaces/rules.ts';
import {
  findProject,
  insertProject,
  listProjects,
  listProjectsByIds,
  listProjectUsers,
  type Project,
  type ProjectFilter,
  updateProjectRow,
} from './repository.ts';

export type { Project } from './repository.ts';

const openness: readonly Visibility[] = ['private', 'internal', 'public'];
const moreOpen = (a: Visibility, b: Visibility) => openness.indexOf(a) > openness.indexOf(b);

export const sourceOfProject = (project: Project): Source => ({
  type: 'Project',
  id: project.id,
  namespaceId: project.namespace_id,
});

/** Where a project's bare repository lies. */
export const repositoryPath = (ctx: Pick<Ctx, 'dataDir'>, projectId: number): string =>
  join(ctx.dataDir, 'repositories', hashedPath(projectId));

const subjectOf = (project: Project) => ({
  visibility: project.visibility,
  archived: project.archived === 1,
});

async function standingIn(ctx: Ctx, project: Project): Promise<Standing> {
  const user = ctx.actor.kind === 'user' ? ctx.actor.user : undefined;
  return {
    level: await levelIn(ctx, sourceOfProject(project)),
    signedIn: user !== undefined,
    admin: isAdministrator(ctx),
    external: user?.external === 1,
  };
}

/** The project of an id or path for one who may do this: 404 unseen, 403 seen but not allowed. */
export async function authorizeProject(
  ctx: Ctx,
  idOrPath: string,
  ability: ProjectAbility,
): Promise<Project> {
  const project = await findProject(ctx.db, idOrPath);
  if (project === undefined) throw notFound('Project');
  const standing = await standingIn(ctx, project);
  if (!canSee(standing, subjectOf(project))) throw notFound('Project');
  if (!canInProject(ability, standing, subjectOf(project))) throw forbidden();
  return project;
}

/** May the caller do this in the project? */
export const mayInProject = async (
  ctx: Ctx,
  ability: ProjectAbility,
  project: Project,
): Promise<boolean> => canInProject(ability, await standingIn(ctx, project), subjectOf(project));

/** May this user do this in the project? For rules that look at others than the caller. */
export async function mayUserInProject(
  ctx: Ctx,
  user: User,
  ability: ProjectAbility,
  project: Project,
): Promise<boolean> {
  const standing: Standing = {
    level: await levelOfUser(ctx, sourceOfProject(project), user.id),
    signedIn: true,
    admin: user.is_admin === 1,
    external: user.external === 1,
  };
  return canInProject(ability, standing, subjectOf(project));
}

/** The caller's role in a project, ancestors counted; 0 for none. */
export const projectLevelOfActor = (ctx: Ctx, project: Project): Promise<number> =>
  levelIn(ctx, sourceOfProject(project));

/** Projects by id, whoever asks: for records that name them. */
export async function projectsById(
  ctx: Ctx,
  ids: Iterable<number | null>,
): Promise<Map<number, Project>> {
  const wanted = [...new Set([...ids].filter((id) => id !== null))];
  const rows = await listProjectsByIds(ctx.db, wanted);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A project by id, whoever asks; undefined for none. */
export const findProjectById = (ctx: Ctx, id: number): Promise<Project | undefined> =>
  findProject(ctx.db, String(id));

/** One page of the projects that the caller may see. */
export const projectPage = (
  ctx: Ctx,
  filter: ProjectFilter,
  paging: { offset: number; perPage: number },
): Promise<Page<Project>> => listProjects(ctx.db, viewerOf(ctx), { ...filter, paging });

/** People with a role in a project. */
export const projectUserPage = (
  ctx: Ctx,
  project: Project,
  filter: { search?: string; paging: { offset: number; perPage: number } },
): Promise<Page<User>> => listProjectUsers(ctx.db, project.id, filter);

type NewProject = BodyOf<typeof projects.create>;

/** Creates a project and its empty repository; the row's repair job makes good a lost repository. */
export async function createProject(ctx: Ctx, body: NewProject): Promise<Project> {
  const user = actingUser(ctx);
  const namespace = await namespaceFor(ctx, user, body.namespace_id);
  const name = body.name ?? body.path ?? '';
  const path = body.path ?? pathOfName(name);
  const visibility = body.visibility ?? 'private';
  checkNames({ name, path });
  checkInside(visibility, namespace);
  const default_branch = body.default_branch ?? 'main';
  if (!isBranchName(default_branch)) throw invalid({ default_branch: ['is invalid'] });
  const project = await transact(ctx, async (ctx) => {
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
      forked_from_project_id: null,
      merge_commit_template: body.merge_commit_template ?? null,
      squash_commit_template: body.squash_commit_template ?? null,
      ci_config_path: body.ci_config_path ?? null,
      last_activity_at: time,
      created_at: time,
      updated_at: time,
    });
    await claimRoute(ctx, row.full_path, { type: 'Project', id: row.id });
    await recordProjectRoles(ctx, row.id);
    await enqueue(
      ctx,
      'reconcile_refs',
      { project_id: row.id },
      { delay: 60_000, dedup: String(row.id) },
    );
    await audit(ctx, {
      action: 'project.create',
      subject: { type: 'Project', id: row.id, name: row.full_path },
      projectId: row.id,
      groupId: namespace.kind === 'group' ? namespace.id : null,
      after: { full_path: row.full_path, visibility },
    });
    return row;
  });
  await ensureRepository(ctx, project);
  return project;
}

/** Makes the project's repository where it is missing. */
export async function ensureRepository(ctx: Ctx, project: Project): Promise<void> {
  try {
    await initBare(repositoryPath(ctx, project.id), project.default_branch);
  } catch (error) {
    if (!(error instanceof RepositoryExists)) throw error;
  }
}

async function namespaceFor(ctx: Ctx, user: User, id: number | undefined): Promise<Namespace> {
  const own = await userNamespace(ctx, user.id);
  if (id === undefined || id === own?.id) {
    if (own === undefined || user.projects_limit === 0) throw forbidden();
    return own;
  }
  const namespace = await getNamespace(ctx, id);
  if (namespace?.kind === 'user') {
    if (!isAdministrator(ctx)) throw forbidden();
    return namespace;
  }
  const group = await authorizeGroup(ctx, String(id), 'read_group');
  const level = await levelIn(ctx, { type: 'Namespace', id: group.id, namespaceId: group.id });
  if (!isAdministrator(ctx) && level < levelToCreateProjects(group)) throw forbidden();
  return group;
}

function checkNames(body: { name?: string; path?: string }): void {
  const problems: Record<string, string[]> = {};
  if (body.name !== undefined && [...body.name].length > 255) {
    problems.name = ['is too long (maximum is 255 characters)'];
  }
  if (
    body.name !== undefined &&
    !/^[\p{L}\p{N}\p{Extended_Pictographic}_][\p{L}\p{N}\p{Extended_Pictographic}\uFE0F\u200D_. +()-]*$/u.test(
      body.name,
    )
  ) {
    problems.name = [
      "can contain only letters, digits, emoji, '_', '.', '+', dashes, or spaces. It must start with a letter, digit, emoji, or '_'.",
    ];
  }
  if (body.path !== undefined) {
    const text = pathProblem(body.path);
    if (text !== undefined) problems.path = [text];
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

function checkInside(visibility: Visibility, namespace: Namespace): void {
  if (namespace.kind === 'group' && moreOpen(visibility, namespace.visibility)) {
    throw invalid({
      visibility_level: [`${visibility} is not allowed in a ${namespace.visibility} group.`],
    });
  }
}

type Settings = BodyOf<typeof projects.update>;

const flags = [
  'issues_enabled',
  'merge_requests_enabled',
  'only_allow_merge_if_pipeline_succeeds',
  'only_allow_merge_if_all_discussions_are_resolved',
  'allow_merge_on_skipped_pipeline',
  'remove_source_branch_after_merge',
] as const;

function columnsOf(body: Settings): Change<'projects'> {
  const change: Change<'projects'> = {};
  for (const flag of flags) {
    const value = body[flag];
    if (value !== undefined) change[flag] = bit(value);
  }
  if (body.topics !== undefined) change.topics = JSON.stringify(body.topics);
  if (body.merge_method !== undefined) change.merge_method = body.merge_method;
  if (body.squash_option !== undefined) change.squash_option = body.squash_option;
  return change;
}

/** Changes a project; a new default branch must exist. */
export async function updateProject(ctx: Ctx, project: Project, body: Settings): Promise<Project> {
  checkNames({ name: body.name });
  const change = columnsOf(body);
  if (body.name !== undefined) {
    change.name = body.name;
    change.name_lower = body.name.toLowerCase();
    const above = project.full_name.slice(0, project.full_name.length - project.name.length);
    change.full_name = above + body.name;
  }
  const plain = [
    'description',
    'visibility',
    'merge_commit_template',
    'squash_commit_template',
    'ci_config_path',
  ] as const;
  Object.assign(
    change,
    Object.fromEntries(plain.flatMap((f) => (body[f] === undefined ? [] : [[f, body[f]]]))),
  );
  if (body.visibility !== undefined) {
    const namespace = await getNamespace(ctx, project.namespace_id);
    if (namespace !== undefined) checkInside(body.visibility, namespace);
  }
  const branch = body.default_branch;
  if (branch !== undefined && branch !== project.default_branch) {
    if (!isBranchName(branch)) throw badRequest('default_branch is invalid');
    await setHead(repositoryPath(ctx, project.id), branch);
    change.default_branch = branch;
  }
  return transact(ctx, async (ctx) => {
    const after = await updateProjectRow(ctx.db, project.id, { ...change, updated_at: now(ctx) });
    await audit(ctx, {
      action: 'project.update',
      subject: { type: 'Project', id: project.id, name: project.full_path },
      projectId: project.id,
      before: changed(project, change),
      after: changed(after, change),
    });
    return after;
  });
}

const changed = (row: Project, change: Change<'projects'>) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => column in change));

/** Makes a project read-only, or writable again. */
export async function setArchived(ctx: Ctx, project: Project, archived: boolean): Promise<Project> {
  return transact(ctx, async (ctx) => {
    const after = await updateProjectRow(ctx.db, project.id, {
      archived: bit(archived),
      updated_at: now(ctx),
    });
    await audit(ctx, {
      action: archived ? 'project.archive' : 'project.unarchive',
      subject: { type: 'Project', id: project.id, name: project.full_path },
      projectId: project.id,
      before: { archived: project.archived === 1 },
      after: { archived },
    });
    return after;
  });
}

/** Notes that something happened in a project now, for lists by activity. */
export async function noteActivity(
  ctx: Ctx,
  projectId: number,
  change: Pick<Change<'projects'>, 'empty_repo' | 'default_branch'> = {},
): Promise<void> {
  await updateProjectRow(ctx.db, projectId, { ...change, last_activity_at: now(ctx) });
}
