import type { Generated, Insertable, Selectable, Updateable } from 'kysely';
import type { AccountTables } from './schema-accounts.ts';
import type { ApprovalTables } from './schema-approvals.ts';
import type { AuditTables } from './schema-audit.ts';
import type { AwardTables } from './schema-awards.ts';
import type { DeploymentTables } from './schema-deployments.ts';
import type { EventTables } from './schema-events.ts';
import type { FeatureTables } from './schema-features.ts';
import type { InstanceTables } from './schema-instance.ts';
import type { MergeRequestTables } from './schema-merge-requests.ts';
import type { PipelineTables } from './schema-pipelines.ts';
import type { ScheduleTables } from './schema-schedules.ts';
import type { PlanningTables } from './schema-planning.ts';
import type { SavedViewTables } from './schema-saved-views.ts';
import type { ThrottleTables } from './schema-throttles.ts';

/** Column types: integers, ISO-8601 text, 0/1, JSON text. */
type Flag = Generated<number>;
type Time = string;

export interface Users {
  id: Generated<number>;
  username: string;
  username_lower: string;
  name: string;
  email: string;
  email_lower: string;
  public_email: string | null;
  state: Generated<'active' | 'blocked' | 'deactivated' | 'blocked_pending_approval'>;
  is_admin: Flag;
  external: Flag;
  bot: Flag;
  can_create_group: Flag;
  projects_limit: Generated<number>;
  private_profile: Flag;
  profile: Generated<string>;
  password_hash: string | null;
  password_changed_at: Time | null;
  failed_attempts: Generated<number>;
  locked_at: Time | null;
  confirmed_at: Time | null;
  last_sign_in_at: Time | null;
  current_sign_in_at: Time | null;
  last_activity_on: string | null;
  /** Encrypted; with `otp_enabled_at` it is asked for at sign-in. */
  otp_secret: string | null;
  otp_enabled_at: Time | null;
  /** Half minutes since 1970 of the code that was used last: none is taken twice. */
  otp_last_step: number | null;
  /** Hashes of the codes for a lost device, as JSON. */
  otp_recovery: string | null;
  /** Since when the second factor is demanded. */
  two_factor_asked_at: Time | null;
  /** Hash of the terms that were accepted last. */
  accepted_terms: string | null;
  accepted_terms_at: Time | null;
  confirmation_sha256: string | null;
  confirmation_sent_at: Time | null;
  created_by_id: number | null;
  created_at: Time;
  updated_at: Time;
}

export interface PersonalAccessTokens {
  id: Generated<number>;
  user_id: number;
  /** `session` tokens belong to a password session and are never listed. */
  kind: Generated<'personal' | 'session' | 'impersonation'>;
  name: string;
  description: string | null;
  token_sha256: string;
  scopes: string;
  revoked: Flag;
  expires_at: string | null;
  last_used_at: Time | null;
  created_at: Time;
}

export interface Sessions {
  id: Generated<number>;
  id_sha256: string;
  user_id: number;
  token_id: number;
  encrypted_token: string;
  password_changed_at: Time | null;
  ip: string | null;
  user_agent: string | null;
  created_at: Time;
  last_used_at: Time;
}

export interface Namespaces {
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
  created_at: Time;
  updated_at: Time;
}

/** Every namespace with each of its ancestors, itself (depth 0) included. */
export interface NamespaceAncestors {
  namespace_id: number;
  ancestor_id: number;
  depth: number;
}

export interface Projects {
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
  last_activity_at: Time;
  inactive_warned_at: Time | null;
  created_at: Time;
  updated_at: Time;
}

/** Full paths that projects and namespaces had before. */
export interface Redirects {
  id: Generated<number>;
  full_path_lower: string;
  source_type: 'Namespace' | 'Project';
  source_id: number;
}

/** Full paths of projects and namespaces, one namespace of names. */
export interface Routes {
  id: Generated<number>;
  full_path_lower: string;
  source_type: 'Namespace' | 'Project';
  source_id: number;
}

export interface Members {
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
export interface ProjectAuthorizations {
  user_id: number;
  project_id: number;
  access_level: number;
}

export interface ProtectedBranches {
  id: Generated<number>;
  project_id: number;
  /** A branch name, `*` as wildcard. */
  name: string;
  allow_force_push: Flag;
  created_at: Time;
}

/** Whom a protected branch is open to: one of a role, a person and a group each. */
export interface ProtectedBranchAccessLevels {
  id: Generated<number>;
  protected_branch_id: number;
  kind: 'push' | 'merge' | 'unprotect';
  access_level: number | null;
  user_id: number | null;
  group_id: number | null;
}

/** The last recorded refs of a repository: branches and tags with full names. */
export interface RepositoryRefs {
  project_id: number;
  name: string;
  sha: string;
  updated_at: Time;
}

export interface Counters {
  scope: string;
  scope_id: number;
  last: Generated<number>;
}

export interface Jobs {
  id: Generated<number>;
  kind: string;
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

export interface AuditEvents {
  id: Generated<number>;
  actor_kind: string;
  actor_id: number | null;
  actor_name: string;
  action: string;
  subject_type: string;
  subject_id: number | null;
  subject_name: string;
  project_id: number | null;
  group_id: number | null;
  before: string | null;
  after: string | null;
  ip: string | null;
  request_id: string | null;
  /** The administrator behind a `sudo` request. */
  impersonator_id: Generated<number | null>;
  impersonator_name: Generated<string | null>;
  /** Why, in words of whoever did it. */
  reason: Generated<string | null>;
  created_at: Time;
}

export interface Tables
  extends AccountTables,
    ApprovalTables,
    AuditTables,
    AwardTables,
    DeploymentTables,
    EventTables,
    FeatureTables,
    InstanceTables,
    MergeRequestTables,
    PipelineTables,
    PlanningTables,
    SavedViewTables,
    ScheduleTables,
    ThrottleTables {
  users: Users;
  personal_access_tokens: PersonalAccessTokens;
  sessions: Sessions;
  namespaces: Namespaces;
  namespace_ancestors: NamespaceAncestors;
  projects: Projects;
  redirects: Redirects;
  routes: Routes;
  members: Members;
  project_authorizations: ProjectAuthorizations;
  protected_branches: ProtectedBranches;
  protected_branch_access_levels: ProtectedBranchAccessLevels;
  repository_refs: RepositoryRefs;
  counters: Counters;
  jobs: Jobs;
  audit_events: AuditEvents;
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>;
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>;
export type Change<T extends keyof Tables> = Updateable<Tables[T]>;
