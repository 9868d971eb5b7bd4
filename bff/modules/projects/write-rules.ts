import type { Visibility } from '#contract/common.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { projects } from '#contract/projects.ts';
import { type Ctx, now, transact } from '../../context.ts';
import { bit } from '../../db/portable.ts';
import type { Change } from '../../db/schema.ts';
import { badRequest, forbidden, notFound } from '../../errors.ts';
import { isBranchName } from '../../git/names.ts';
import { setHead } from '../../git/repository.ts';
import { refuseRestricted } from '../application-settings/rules.ts';
import { audit } from '../audit/rules.ts';
import { holdPaths, moveRoute, renamedPath } from '../namespaces/path-rules.ts';
import { getNamespace } from '../namespaces/rules.ts';
import { checkInside, checkNames } from './check-rules.ts';
import { type Project, replaceOrigin, updateProjectRow } from './repository.ts';
import { findProjectById, mayInProject, repositoryPath } from './rules.ts';
import { tellWaitingMerges } from './waiting-rules.ts';

type Settings = BodyOf<typeof projects.update>;

const flags = [
  'issues_enabled',
  'merge_requests_enabled',
  'only_allow_merge_if_all_discussions_are_resolved',
  'only_allow_merge_if_pipeline_succeeds',
  'only_allow_merge_if_all_status_checks_passed',
  'allow_merge_on_skipped_pipeline',
  'remove_source_branch_after_merge',
  'jobs_enabled',
  'public_jobs',
] as const;

/** What a body says of a project, as columns that have nothing to do with others. */
export function columnsOf(body: Settings): Change<'projects'> {
  const change: Change<'projects'> = {};
  for (const flag of flags) {
    const value = body[flag];
    if (value !== undefined) change[flag] = bit(value);
  }
  const level = body.builds_access_level;
  if (level !== undefined) change.jobs_enabled = bit(level !== 'disabled');
  if (level === 'private' || level === 'enabled') change.public_jobs = bit(level === 'enabled');
  const { wiki_enabled, wiki_access_level } = body;
  if (wiki_enabled !== undefined) change.wiki_access_level = wiki_enabled ? 'enabled' : 'disabled';
  if (wiki_access_level !== undefined) change.wiki_access_level = wiki_access_level;
  const role = body.ci_pipeline_variables_minimum_override_role;
  if (role !== undefined) change.ci_pipeline_variables_minimum_override_role = role;
  if (body.topics !== undefined) change.topics = JSON.stringify(body.topics);
  if (body.merge_method !== undefined) change.merge_method = body.merge_method;
  if (body.squash_option !== undefined) change.squash_option = body.squash_option;
  return change;
}

/** Changes a project; a new default branch must exist. */
export async function updateProject(ctx: Ctx, project: Project, body: Settings): Promise<Project> {
  checkNames({ name: body.name, path: body.path });
  const change = columnsOf(body);
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
  const branch = body.default_branch;
  if (branch !== undefined && branch !== project.default_branch) {
    if (!isBranchName(branch)) throw badRequest('default_branch is invalid');
    change.default_branch = branch;
  }
  const after = await transact(ctx, async (ctx) => {
    await holdPaths(ctx);
    const before = await findProjectById(ctx, project.id);
    if (before === undefined) throw notFound('Project');
    Object.assign(change, namesOf(before, body));
    await checkOverrideRole(ctx, before, body.ci_pipeline_variables_minimum_override_role);
    if (body.visibility !== undefined) await checkVisibility(ctx, before, body.visibility);
    if (change.full_path !== undefined) {
      await moveRoute(ctx, { before: before.full_path, after: change.full_path });
    }
    const after = await updateProjectRow(ctx.db, before.id, { ...change, updated_at: now(ctx) });
    await tellWaitingMerges(ctx, before, change);
    await audit(ctx, {
      action: 'project.update',
      subject: { type: 'Project', id: before.id, name: before.full_path },
      projectId: before.id,
      before: changed(before, change),
      after: changed(after, change),
    });
    return after;
  });
  // Last, so that what is refused leaves HEAD alone; also where the row has it, for a second try.
  if (branch !== undefined) await setHead(repositoryPath(ctx, project.id), branch);
  return after;
}

async function checkVisibility(ctx: Ctx, project: Project, wanted: Visibility): Promise<void> {
  const namespace = await getNamespace(ctx, project.namespace_id);
  if (namespace !== undefined) checkInside(wanted, namespace);
  if (wanted !== project.visibility) await refuseRestricted(ctx, wanted);
}

/** What Owners keep for themselves is theirs to give away. */
async function checkOverrideRole(
  ctx: Ctx,
  project: Project,
  role: Settings['ci_pipeline_variables_minimum_override_role'],
): Promise<void> {
  const before = project.ci_pipeline_variables_minimum_override_role;
  if (role === undefined || role === before) return;
  const isOwners = role === 'owner' || before === 'owner';
  if (isOwners && !(await mayInProject(ctx, 'remove_project', project))) throw forbidden();
}

/** A new path and name, with the full ones that end in them. */
function namesOf(project: Project, { path, name }: Settings): Change<'projects'> {
  const change: Change<'projects'> = {};
  if (path !== undefined && path !== project.path) {
    change.path = path;
    change.full_path = renamedPath(project.full_path, path);
  }
  if (name !== undefined) {
    change.name = name;
    change.name_lower = name.toLowerCase();
    const above = project.full_name.slice(0, project.full_name.length - project.name.length);
    change.full_name = above + name;
  }
  return change;
}

const changed = (row: Project, change: Change<'projects'>) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => column in change));

/** Writes of what a project is a fork; undefined where somebody else was faster. Call inside `transact`. */
export const setForkedFrom = (
  ctx: Ctx,
  project: Project,
  origin: { before: number | null; after: number | null },
): Promise<Project | undefined> =>
  replaceOrigin(ctx.db, project.id, { ...origin, updated_at: now(ctx) });

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
