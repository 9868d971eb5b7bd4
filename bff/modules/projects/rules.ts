import { join } from 'node:path';
import type { ProjectAbility } from '#contract/abilities.ts';
import type { Page } from '#contract/common.ts';
import { canInProject, canSee, type Standing } from '../../access.ts';
import { type Ctx, isAdministrator, now, type User, viewerOf } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import type { Change } from '../../db/schema.ts';
import { forbidden, moved, notFound } from '../../errors.ts';
import { hashedPath, initBare, RepositoryExists, repositoryExists } from '../../git/repository.ts';
import { levelIn, levelOfUser, levelsInProjects, type Source } from '../members/rules.ts';
import { movedFrom } from '../namespaces/path-rules.ts';
import {
  findProject,
  listProjects,
  listProjectsByIds,
  listProjectUsers,
  type Project,
  type ProjectFilter,
  updateProjectRow,
} from './repository.ts';

export type { Project } from './repository.ts';

/** The project as a place that people are members of. */
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

const standingIn = async (ctx: Ctx, project: Project): Promise<Standing> =>
  standingAt(ctx, await levelIn(ctx, sourceOfProject(project)));

function standingAt(ctx: Ctx, level: number): Standing {
  const user = ctx.actor.kind === 'user' ? ctx.actor.user : undefined;
  return {
    level,
    signedIn: user !== undefined,
    admin: isAdministrator(ctx),
    external: user?.external === 1,
  };
}

/** The project that had this full path before. */
async function findMovedProject(ctx: Ctx, path: string): Promise<Project | undefined> {
  const id = await movedFrom(ctx, path, 'Project');
  return id === undefined ? undefined : findProject(ctx.db, String(id));
}

/** The project of an id or path for one who may do this: 404 unseen, 403 seen but not allowed. */
export async function authorizeProject(
  ctx: Ctx,
  idOrPath: string,
  ability: ProjectAbility,
): Promise<Project> {
  const named = await findProject(ctx.db, idOrPath);
  const project = named ?? (await findMovedProject(ctx, idOrPath));
  if (project === undefined) throw notFound('Project');
  const standing = await standingIn(ctx, project);
  if (!canSee(standing, subjectOf(project))) throw notFound('Project');
  if (named === undefined) throw moved('projects', project.id);
  if (!canInProject(ability, standing, subjectOf(project))) throw forbidden();
  return project;
}

/** May the caller do this in the project? */
export const mayInProject = async (
  ctx: Ctx,
  ability: ProjectAbility,
  project: Project,
): Promise<boolean> => canInProject(ability, await standingIn(ctx, project), subjectOf(project));

/** In which of these projects the caller may do this; one query for all. */
export async function projectsWhereMay(
  ctx: Ctx,
  ability: ProjectAbility,
  projects: readonly Project[],
): Promise<Project[]> {
  const ids = projects.map((project) => project.id);
  const levels = await levelsInProjects(ctx, ids);
  return projects.filter((project) =>
    canInProject(ability, standingAt(ctx, levels.get(project.id) ?? 0), subjectOf(project)),
  );
}

/** May this user do this in the project? For rules that look at others than the caller. */
export async function mayUserInProject(
  ctx: Ctx,
  user: User,
  ability: ProjectAbility,
  project: Project,
): Promise<boolean> {
  const level = await levelOfUser(ctx, sourceOfProject(project), user.id);
  return canInProject(ability, standingOfUser(user, level), subjectOf(project));
}

/** What access decides on for a user with this role, whoever asks. */
export const standingOfUser = (user: User, level: number): Standing => ({
  level,
  signedIn: true,
  admin: user.is_admin === 1,
  external: user.external === 1,
});

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

/** A project by id or path, whoever asks; undefined for none. */
export const findProjectNamed = (ctx: Ctx, idOrPath: string): Promise<Project | undefined> =>
  findProject(ctx.db, idOrPath);

/** The same by a path that it had before, too: what remotes of git name. */
export const findProjectOfRemote = async (ctx: Ctx, path: string): Promise<Project | undefined> =>
  (await findProject(ctx.db, path)) ?? (await findMovedProject(ctx, path));

/** A project by id, whoever asks; undefined for none. */
export const findProjectById = (ctx: Ctx, id: number): Promise<Project | undefined> =>
  findProject(ctx.db, String(id));

/** One page of the projects that the caller may see. */
export const projectPage = (
  ctx: Ctx,
  filter: ProjectFilter,
  paging: Slice,
): Promise<Page<Project>> => listProjects(ctx.db, viewerOf(ctx), { ...filter, paging });

/** People with a role in a project. */
export const projectUserPage = (
  ctx: Ctx,
  project: Project,
  filter: { search?: string; paging: Slice },
): Promise<Page<User>> => listProjectUsers(ctx.db, project.id, filter);

/** Makes the project's repository where it is missing. */
export async function ensureRepository(ctx: Ctx, project: Project): Promise<void> {
  const path = repositoryPath(ctx, project.id);
  if (await repositoryExists(path)) return;
  try {
    await initBare(path, project.default_branch);
  } catch (error) {
    // Somebody else was faster.
    if (!(error instanceof RepositoryExists)) throw error;
  }
}

/** Notes that something happened in a project now, for lists by activity. */
export async function noteActivity(
  ctx: Ctx,
  projectId: number,
  change: Pick<Change<'projects'>, 'empty_repo' | 'default_branch'> = {},
): Promise<void> {
  await updateProjectRow(ctx.db, projectId, { ...change, last_activity_at: now(ctx) });
}
