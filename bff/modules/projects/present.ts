import type * as z from 'zod';
import { accessLevels } from '#contract/abilities.ts';
import type { project, simpleProject } from '#contract/projects.ts';
import { actingUserId, type Ctx, isAdministrator, viewerOf } from '../../context.ts';
import type { Row } from '../../db/schema.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { usersById } from '../users/rules.ts';
import { presentNamespace } from '../namespaces/present.ts';
import { presentUserSummary } from '../users/present.ts';
import {
  countsOf,
  listNamespaces,
  listVisibleByIds,
  type Project,
  type ProjectCounts,
  rolesOf,
} from './repository.ts';
import { traitsOf } from './traits.ts';

type Whole = z.output<typeof project>;
type Simple = z.output<typeof simpleProject>;

function sshUrl(ctx: Ctx, path: string): string {
  const { sshPort, sshHost, host } = ctx.config;
  if (sshPort === undefined) return '';
  return `ssh://git@${sshHost ?? host}:${ctx.state.sshPort ?? sshPort}/${path}.git`;
}

function presentSimple(
  ctx: Ctx,
  row: Project,
  related: { namespace: Row<'namespaces'>; counts: ProjectCounts; cloneRoot: string },
): Simple {
  const web_url = `${ctx.publicUrl}/${row.full_path}`;
  // Written by `rules.ts` alone.
  const topics = JSON.parse(row.topics) as string[];
  return {
    id: row.id,
    description: row.description,
    name: row.name,
    name_with_namespace: row.full_name,
    path: row.path,
    path_with_namespace: row.full_path,
    created_at: row.created_at,
    default_branch: row.empty_repo === 1 ? null : row.default_branch,
    tag_list: topics,
    topics,
    ssh_url_to_repo: sshUrl(ctx, row.full_path),
    http_url_to_repo: `${related.cloneRoot}/${row.full_path}.git`,
    web_url,
    readme_url: null,
    forks_count: related.counts.forks_count,
    avatar_url: null,
    star_count: 0,
    last_activity_at: row.last_activity_at,
    visibility: row.visibility,
    namespace: presentNamespace(ctx, related.namespace),
  };
}

const role = (level: number) =>
  level === 0 ? null : { access_level: level, notification_level: 3 };

/** Project records with their namespaces, counts and the caller's roles, all fetched at once. */
export async function presentProjects(ctx: Ctx, rows: readonly Project[]): Promise<Whole[]> {
  const userId = actingUserId(ctx);
  const ids = rows.map((row) => row.id);
  const namespaces = await listNamespaces(
    ctx.db,
    rows.map((row) => row.namespace_id),
  );
  const counts = await countsOf(ctx.db, ids);
  const roles = userId === null ? undefined : await rolesOf(ctx.db, userId, rows);
  const forkedIds = rows.flatMap((row) => row.forked_from_project_id ?? []);
  const origins =
    forkedIds.length === 0 ? [] : await listVisibleByIds(ctx.db, forkedIds, viewerOf(ctx));
  const owners = await usersById(
    ctx,
    namespaces.map((row) => row.owner_id),
  );
  const { custom_http_clone_url_root: root } = await settingsOf(ctx);
  const cloneRoot = root ? root.replace(/\/+$/, '') : ctx.publicUrl;
  const admin = isAdministrator(ctx);
  const tends = (own: { project: number; group: number } | undefined) =>
    admin || Math.max(own?.project ?? 0, own?.group ?? 0) >= accessLevels.maintainer;
  return rows.map((row) => {
    const namespace = namespaces.find((one) => one.id === row.namespace_id);
    const count = counts.get(row.id);
    if (namespace === undefined || count === undefined)
      throw new Error('a project without a namespace');
    const own = roles?.get(row.id);
    const owner = owners.get(namespace.owner_id ?? 0);
    const origin = origins.find((one) => one.id === row.forked_from_project_id);
    return {
      ...presentSimple(ctx, row, { namespace, counts: count, cloneRoot }),
      ...traitsOf(ctx, row, Math.max(own?.project ?? 0, own?.group ?? 0)),
      empty_repo: row.empty_repo === 1,
      archived: row.archived === 1,
      creator_id: row.creator_id,
      ...(owner === undefined ? {} : { owner: presentUserSummary(ctx, owner) }),
      issues_enabled: row.issues_enabled === 1,
      merge_requests_enabled: row.merge_requests_enabled === 1,
      open_issues_count: count.open_issues_count,
      open_merge_requests_count: count.open_merge_requests_count,
      ...(origin === undefined
        ? {}
        : {
            forked_from_project: {
              id: origin.id,
              name: origin.name,
              path_with_namespace: origin.full_path,
              web_url: `${ctx.publicUrl}/${origin.full_path}`,
            },
          }),
      merge_method: row.merge_method,
      squash_option: row.squash_option,
      only_allow_merge_if_pipeline_succeeds: row.only_allow_merge_if_pipeline_succeeds === 1,
      only_allow_merge_if_all_discussions_are_resolved:
        row.only_allow_merge_if_all_discussions_are_resolved === 1,
      only_allow_merge_if_all_status_checks_passed:
        row.only_allow_merge_if_all_status_checks_passed === 1,
      allow_merge_on_skipped_pipeline: row.allow_merge_on_skipped_pipeline === 1,
      remove_source_branch_after_merge: row.remove_source_branch_after_merge === 1,
      merge_commit_template: row.merge_commit_template,
      squash_commit_template: row.squash_commit_template,
      ci_config_path: row.ci_config_path,
      import_status: row.import_status,
      // Where it came from is for those who look after it.
      import_url: tends(own) ? row.import_url : null,
      import_error: tends(own) ? row.import_error : null,
      ...(own === undefined
        ? {}
        : { permissions: { project_access: role(own.project), group_access: role(own.group) } }),
    };
  });
}

/** One project's record. */
export async function presentProject(ctx: Ctx, row: Project): Promise<Whole> {
  const [record] = await presentProjects(ctx, [row]);
  if (record === undefined) throw new Error('one project in, one record out');
  return record;
}

const simpleKeys = [
  'id',
  'description',
  'name',
  'name_with_namespace',
  'path',
  'path_with_namespace',
  'created_at',
  'default_branch',
  'tag_list',
  'topics',
  'ssh_url_to_repo',
  'http_url_to_repo',
  'web_url',
  'readme_url',
  'forks_count',
  'avatar_url',
  'star_count',
  'last_activity_at',
  'visibility',
  'namespace',
] as const satisfies readonly (keyof Simple)[];

/** The short record of `simple=true`. */
export const simplify = (record: Whole): Simple =>
  // Every key of the short record is a key of the whole one.
  Object.fromEntries(simpleKeys.map((key) => [key, record[key]])) as Simple;
