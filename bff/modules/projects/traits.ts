import type * as z from 'zod';
import { accessLevels } from '#contract/abilities.ts';
import type { project } from '#contract/projects.ts';
import type { projectTraits } from '#contract/project-traits.ts';
import { actingUserId, type Ctx, isAdministrator } from '../../context.ts';
import { escapeHtml } from '../labels/present.ts';
import type { Project } from './repository.ts';

type Traits = Pick<z.output<typeof project>, keyof typeof projectTraits>;

/** What this server does not have. */
const absent = {
  merge_requests_template: null,
  issues_template: null,
  snippets_enabled: false,
  packages_enabled: false,
  service_desk_enabled: false,
  service_desk_address: null,
  auto_devops_enabled: false,
  auto_devops_deploy_strategy: 'continuous',
  resolve_outdated_diff_discussions: false,
  autoclose_referenced_issues: false,
  printing_merge_requests_link_enabled: false,
  request_access_enabled: false,
  warn_about_potentially_unwanted_characters: false,
  enforce_auth_checks_on_uploads: true,
  shared_runners_enabled: false,
  group_runners_enabled: false,
  runners_token: null,
  ci_default_git_depth: null,
  ci_forward_deployment_enabled: false,
  ci_forward_deployment_rollback_allowed: false,
  ci_allow_fork_pipelines_to_run_in_parent_project: false,
  ci_separated_caches: false,
  ci_restrict_pipeline_cancellation_role: 'developer',
  container_registry_access_level: 'disabled',
  container_registry_image_prefix: null,
  container_expiration_policy: null,
  security_and_compliance_access_level: 'disabled',
  compliance_frameworks: [],
  external_authorization_classification_label: null,
  mirror: false,
  mirror_user_id: null,
  mirror_trigger_builds: false,
  only_mirror_protected_branches: false,
  mirror_overwrites_diverged_branches: false,
  shared_with_groups: [],
  repository_storage: 'default',
  license: null,
  license_url: null,
  suggestion_commit_message: null,
  issue_branch_template: null,
} as const satisfies Partial<Traits>;

/** The traits of a project for the caller, whose role in it is `level`. */
export function traitsOf(ctx: Ctx, row: Project, level: number): Traits {
  const self = `${ctx.publicUrl}/api/v4/projects/${row.id}`;
  const reads =
    row.visibility !== 'private' || level >= accessLevels.reporter || isAdministrator(ctx);
  const open = row.merge_requests_enabled === 1 && row.archived === 0;
  return {
    ...absent,
    compliance_frameworks: [],
    shared_with_groups: [],
    updated_at: row.updated_at,
    marked_for_deletion_on: row.marked_for_deletion_at?.slice(0, 10) ?? null,
    description_html: escapeHtml(row.description ?? ''),
    jobs_enabled: row.jobs_enabled === 1,
    public_jobs: row.public_jobs === 1,
    wiki_enabled: row.wiki_access_level !== 'disabled',
    wiki_access_level: row.wiki_access_level,
    builds_access_level:
      row.jobs_enabled === 0 ? 'disabled' : row.public_jobs === 1 ? 'enabled' : 'private',
    ci_pipeline_variables_minimum_override_role: row.ci_pipeline_variables_minimum_override_role,
    can_create_merge_request_in: open && reads && actingUserId(ctx) !== null,
    import_type: row.import_url === null ? null : 'git',
    _links: {
      self,
      issues: `${self}/issues`,
      merge_requests: `${self}/merge_requests`,
      repo_branches: `${self}/repository/branches`,
      labels: `${self}/labels`,
      members: `${self}/members`,
    },
  };
}
