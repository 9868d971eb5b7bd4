import * as z from 'zod';
import { timestamp } from './common.ts';

const off = z.literal(false);

/** Whether a project has pipelines, and for whom. */
export const buildsAccessLevel = z.enum(['disabled', 'private', 'enabled']);

/** Whether a project has a wiki, and for whom. */
export const wikiAccessLevel = z.enum(['disabled', 'private', 'enabled']);

/** The lowest role that may set variables of pipelines. */
export const overrideRole = z.enum(['developer', 'maintainer', 'owner', 'no_one_allowed']);

/**
 * What clients expect in a project's record besides what this server keeps of it: parts that it
 * does not have are off, and what belongs to them is empty.
 */
export const projectTraits = {
  updated_at: timestamp,
  description_html: z.string(),
  jobs_enabled: z.boolean(),
  public_jobs: z.boolean(),
  builds_access_level: buildsAccessLevel,
  ci_pipeline_variables_minimum_override_role: overrideRole,
  can_create_merge_request_in: z.boolean(),
  import_type: z.enum(['git']).nullable(),
  _links: z.object({
    self: z.string(),
    issues: z.string(),
    merge_requests: z.string(),
    repo_branches: z.string(),
    labels: z.string(),
    members: z.string(),
  }),
  merge_requests_template: z.null(),
  issues_template: z.null(),
  wiki_enabled: z.boolean(),
  wiki_access_level: wikiAccessLevel,
  snippets_enabled: off,
  packages_enabled: off,
  service_desk_enabled: off,
  service_desk_address: z.null(),
  auto_devops_enabled: off,
  auto_devops_deploy_strategy: z.string(),
  resolve_outdated_diff_discussions: off,
  autoclose_referenced_issues: off,
  printing_merge_requests_link_enabled: off,
  request_access_enabled: off,
  warn_about_potentially_unwanted_characters: off,
  enforce_auth_checks_on_uploads: z.literal(true),
  shared_runners_enabled: off,
  group_runners_enabled: off,
  runners_token: z.null(),
  ci_default_git_depth: z.null(),
  ci_forward_deployment_enabled: off,
  ci_forward_deployment_rollback_allowed: off,
  ci_allow_fork_pipelines_to_run_in_parent_project: off,
  ci_separated_caches: off,
  ci_restrict_pipeline_cancellation_role: z.string(),
  container_registry_access_level: z.literal('disabled'),
  container_registry_image_prefix: z.null(),
  container_expiration_policy: z.null(),
  security_and_compliance_access_level: z.literal('disabled'),
  compliance_frameworks: z.array(z.string()),
  external_authorization_classification_label: z.null(),
  mirror: off,
  mirror_user_id: z.null(),
  mirror_trigger_builds: off,
  only_mirror_protected_branches: off,
  mirror_overwrites_diverged_branches: off,
  shared_with_groups: z.array(
    z.object({
      group_id: z.int(),
      group_name: z.string(),
      group_full_path: z.string(),
      group_access_level: z.int(),
    }),
  ),
  repository_storage: z.string(),
  license: z.null(),
  license_url: z.null(),
  suggestion_commit_message: z.null(),
  issue_branch_template: z.null(),
  marked_for_deletion_on: z.iso.date().nullable(),
};
