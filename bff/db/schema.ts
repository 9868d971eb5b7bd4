import type { Generated, Insertable, Selectable, Updateable } from 'kysely';
import type { AccountTables } from './schema-accounts.ts';
import type { AppearanceTables } from './schema-appearance.ts';
import type { ApprovalTables } from './schema-approvals.ts';
import type { AuditTables } from './schema-audit.ts';
import type { AwardTables } from './schema-awards.ts';
import type { ControlTables } from './schema-controls.ts';
import type { DependencyTables } from './schema-dependencies.ts';
import type { DeploymentTables } from './schema-deployments.ts';
import type { EpicTables } from './schema-epics.ts';
import type { EventTables } from './schema-events.ts';
import type { FeatureTables } from './schema-features.ts';
import type { IntegrationDeliveryTables } from './schema-integration-deliveries.ts';
import type { InstanceTables } from './schema-instance.ts';
import type { IntegrationTables } from './schema-integrations.ts';
import type { MergeRequestTables } from './schema-merge-requests.ts';
import type { PipelineTables } from './schema-pipelines.ts';
import type { PlaceholderTables } from './schema-placeholders.ts';
import type { ScheduleTables } from './schema-schedules.ts';
import type { PlanningTables } from './schema-planning.ts';
import type { RepositoryTables } from './schema-repositories.ts';
import type { ResourceEventTables } from './schema-resource-events.ts';
import type { ReviewTables } from './schema-reviews.ts';
import type { SavedViewTables } from './schema-saved-views.ts';
import type { SshKeyTables } from './schema-ssh-keys.ts';
import type { ThrottleTables } from './schema-throttles.ts';
import type { WikiTables } from './schema-wikis.ts';

/** Column types: integers, ISO-8601 text, 0/1, JSON text. */
type Flag = Generated<number>;
type Time = string;

interface Namespaces {
  id: Generated<number>;
  kind: 'group' | 'user';
  name: string;
  path: string;
  full_path: string;
  full_name: string;
  parent_id: number | null;
  owner_id: number | null;
  description: Generated<string>;
  visibility: Generated<'private' | 'internal' | 'public'>;
  project_creation_level: Generated<string>;
  subgroup_creation_level: Generated<string>;
  /** JSON; null where the setting of the instance counts. */
  default_branch_protection_defaults: string | null;
  marked_for_deletion_at: Time | null;
  created_at: Time;
  updated_at: Time;
}

/** Every namespace with each of its ancestors, itself (depth 0) included. */
interface NamespaceAncestors {
  namespace_id: number;
  ancestor_id: number;
  depth: number;
}

interface Projects {
  id: Generated<number>;
  namespace_id: number;
  creator_id: number | null;
  name: string;
  path: string;
  full_path: string;
  full_name: string;
  name_lower: string;
  description: string | null;
  visibility: Generated<'private' | 'internal' | 'public'>;
  default_branch: Generated<string>;
  empty_repo: Flag;
  archived: Flag;
  topics: Generated<string>;
  forked_from_project_id: number | null;
  merge_method: Generated<'merge' | 'rebase_merge' | 'ff'>;
  squash_option: Generated<'never' | 'always' | 'default_on' | 'default_off'>;
  only_allow_merge_if_pipeline_succeeds: Flag;
  only_allow_merge_if_all_status_checks_passed: Flag;
  only_allow_merge_if_all_discussions_are_resolved: Flag;
  allow_merge_on_skipped_pipeline: Flag;
  remove_source_branch_after_merge: Flag;
  merge_requests_enabled: Flag;
  issues_enabled: Flag;
  merge_commit_template: string | null;
  squash_commit_template: string | null;
  ci_config_path: string | null;
  import_status: Generated<'none' | 'scheduled' | 'finished' | 'failed'>;
  /** Where the repository was fetched from, without credentials. */
  import_url: string | null;
  import_error: string | null;
  jobs_enabled: Flag;
  /** Pipelines are for everyone who may see the project, not for Reporters alone. */
  public_jobs: Flag;
  ci_pipeline_variables_minimum_override_role: Generated<
    'developer' | 'maintainer' | 'owner' | 'no_one_allowed'
  >;
  wiki_access_level: Generated<'disabled' | 'private' | 'enabled'>;
  last_activity_at: Time;
  inactive_warned_at: Time | null;
  marked_for_deletion_at: Time | null;
  created_at: Time;
  updated_at: Time;
}

/** Full paths that projects and namespaces had before. */
interface Redirects {
  id: Generated<number>;
  full_path_lower: string;
  source_type: 'Namespace' | 'Project';
  source_id: number;
}

/** Full paths of projects and namespaces, one namespace of names. */
interface Routes {
  id: Generated<number>;
  full_path_lower: string;
  source_type: 'Namespace' | 'Project';
  source_id: number;
}

interface Members {
  id: Generated<number>;
  source_type: 'Namespace' | 'Project';
  source_id: number;
  user_id: number;
  access_level: number;
  expires_at: string | null;
  created_by_id: number | null;
  created_at: Time;
}

/** The highest role of each member in each project, ancestors counted; kept by `modules/members`. */
interface ProjectAuthorizations {
  user_id: number;
  project_id: number;
  access_level: number;
}

interface Counters {
  scope: string;
  scope_id: number;
  last: Generated<number>;
}

/** Work of the server's own, calls to the outside, mails, long batches, and what can wait for all. */
export type JobLane = 'own' | 'outward' | 'mail' | 'batch' | 'last';

interface Jobs {
  id: Generated<number>;
  kind: string;
  /** Which loops take it: see `jobs/claim.ts`. */
  lane: Generated<JobLane>;
  payload: string;
  state: Generated<'queued' | 'running' | 'done' | 'failed'>;
  run_at: Time;
  attempts: Generated<number>;
  lease_until: Time | null;
  lease_owner: string | null;
  /** Set while queued: a second job of the same key is not written. */
  dedup_key: string | null;
  last_error: string | null;
  created_at: Time;
  finished_at: Time | null;
}

export interface Tables
  extends AccountTables,
    AppearanceTables,
    ApprovalTables,
    AuditTables,
    AwardTables,
    ControlTables,
    DependencyTables,
    DeploymentTables,
    EpicTables,
    EventTables,
    FeatureTables,
    InstanceTables,
    IntegrationTables,
    IntegrationDeliveryTables,
    MergeRequestTables,
    PipelineTables,
    PlaceholderTables,
    PlanningTables,
    RepositoryTables,
    ResourceEventTables,
    ReviewTables,
    SavedViewTables,
    ScheduleTables,
    SshKeyTables,
    ThrottleTables,
    WikiTables {
  namespaces: Namespaces;
  namespace_ancestors: NamespaceAncestors;
  projects: Projects;
  redirects: Redirects;
  routes: Routes;
  members: Members;
  project_authorizations: ProjectAuthorizations;
  counters: Counters;
  jobs: Jobs;
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>;
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>;
export type Change<T extends keyof Tables> = Updateable<Tables[T]>;
