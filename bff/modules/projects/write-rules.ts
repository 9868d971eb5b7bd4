import type { Visibility } from '#contract/common.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { projects } from '#contract/projects.ts';
import { actingUser, type Ctx, now, transact } from '../../context.ts';
import { bit } from '../../db/portable.ts';
import type { Change } from '../../db/schema.ts';
import { badRequest, invalid } from '../../errors.ts';
import { commitActions } from '../../git/commit-actions.ts';
import { isBranchName, nullSha } from '../../git/names.ts';
import { updateRef } from '../../git/refs.ts';
import { setHead } from '../../git/repository.ts';
import { enqueue } from '../../jobs/queue.ts';
import { refuseRestricted, settingsOf } from '../application-settings/rules.ts';
import { audit } from '../audit/rules.ts';
import { recordProjectRoles } from '../members/rules.ts';
import { pathOfName, pathProblem } from '../namespaces/paths.ts';
import { moveRoute, renamedPath } from '../namespaces/path-rules.ts';
import { claimRoute, getNamespace, type Namespace } from '../namespaces/rules.ts';
import { recordRefUpdates } from '../repositories/rules.ts';
import { namespaceFor } from './place-rules.ts';
import { insertProject, type Project, updateProjectRow } from './repository.ts';
import { ensureRepository, findProjectById, repositoryPath } from './rules.ts';
import { tellWaitingMerges } from './waiting-rules.ts';

const openness: readonly Visibility[] = ['private', 'internal', 'public'];
/** Is one visibility more open than the other? */
export const moreOpen = (a: Visibility, b: Visibility) => openness.indexOf(a) > openness.indexOf(b);

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
  const namespace = await namespaceFor(ctx, user, body.namespace_id);
  const name = body.name ?? body.path ?? '';
  const path = body.path ?? pathOfName(name);
  const settings = await settingsOf(ctx);
  const usualVisibility =
    origin?.kind === 'fork' ? origin.source.visibility : settings.default_project_visibility;
  const visibility = body.visibility ?? mostOpenInside(usualVisibility, namespace);
  checkNames({ name, path });
  checkInside(visibility, namespace);
  await refuseRestricted(ctx, visibility);
  const usual = settings.default_branch_name ?? '';
  const default_branch = body.default_branch ?? (usual === '' ? 'main' : usual);
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
      forked_from_project_id: origin?.kind === 'fork' ? origin.source.id : null,
      import_status: origin === undefined ? 'none' : 'scheduled',
      import_url: origin?.kind === 'import' ? origin.url : null,
      import_error: null,
      merge_commit_template: body.merge_commit_template ?? null,
      squash_commit_template: body.squash_commit_template ?? null,
      ci_config_path: body.ci_config_path ?? null,
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
  const person = { name: user.name, email: user.email, date: now(ctx) };
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

/** Letters, digits, emoji (with their joiners) and a few signs. */
const namePattern =
  /^[\p{L}\p{N}\p{Extended_Pictographic}_](?:[\p{L}\p{N}\p{Extended_Pictographic}_. +()-]|\uFE0F|\u200D)*$/u;

function checkNames(body: { name?: string; path?: string }): void {
  const problems: Record<string, string[]> = {};
  if (body.name !== undefined && [...body.name].length > 255) {
    problems.name = ['is too long (maximum is 255 characters)'];
  }
  if (body.name !== undefined && !namePattern.test(body.name)) {
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

/** This visibility, or the namespace's where that is less open. */
export const mostOpenInside = (visibility: Visibility, namespace: Namespace): Visibility =>
  namespace.kind === 'group' && moreOpen(visibility, namespace.visibility)
    ? namespace.visibility
    : visibility;

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
  'only_allow_merge_if_all_discussions_are_resolved',
  'only_allow_merge_if_pipeline_succeeds',
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
  checkNames({ name: body.name, path: body.path });
  const change = columnsOf(body);
  if (body.path !== undefined && body.path !== project.path) {
    change.path = body.path;
    change.full_path = renamedPath(project.full_path, body.path);
  }
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
    if (body.visibility !== project.visibility) await refuseRestricted(ctx, body.visibility);
  }
  const branch = body.default_branch;
  if (branch !== undefined && branch !== project.default_branch) {
    if (!isBranchName(branch)) throw badRequest('default_branch is invalid');
    await setHead(repositoryPath(ctx, project.id), branch);
    change.default_branch = branch;
  }
  return transact(ctx, async (ctx) => {
    if (change.full_path !== undefined) {
      await moveRoute(ctx, { before: project.full_path, after: change.full_path });
    }
    const after = await updateProjectRow(ctx.db, project.id, { ...change, updated_at: now(ctx) });
    await tellWaitingMerges(ctx, project, change);
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
