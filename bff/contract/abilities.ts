/** Roles as the API numbers them. */
export const accessLevels = {
  none: 0,
  minimal: 5,
  guest: 10,
  planner: 15,
  reporter: 20,
  developer: 30,
  maintainer: 40,
  owner: 50,
} as const;

export type AccessLevel = (typeof accessLevels)[keyof typeof accessLevels];

const { none, guest, reporter, developer, maintainer, owner } = accessLevels;

/**
 * The lowest role that may do a thing in a project. `none` means whoever may see the project
 * (its visibility decides). Changes are refused in archived projects unless `archived` says so.
 */
export const projectAbilities = {
  read_project: { level: none, reads: true },
  /** Code of a private project needs Reporter; of the others, sight. */
  read_code: { level: none, member: reporter, reads: true },
  read_merge_request: { level: none, member: reporter, reads: true },
  read_issue: { level: none, reads: true },
  /** Authors and assignees read theirs too. */
  read_confidential_issue: { level: reporter, reads: true },
  read_note: { level: none, reads: true },
  read_member: { level: none, reads: true },
  read_internal_note: { level: reporter, reads: true },
  create_note: { level: none },
  award_emoji: { level: none },
  create_issue: { level: none },
  update_issue: { level: reporter },
  admin_label: { level: reporter },
  admin_milestone: { level: reporter },
  create_merge_request: { level: developer },
  update_merge_request: { level: developer },
  push_code: { level: developer },
  read_dependency: { level: developer, reads: true },
  read_pipeline: { level: none, member: reporter, reads: true },
  /** Where a project keeps its pipelines from everyone else. */
  read_pipeline_of_members: { level: reporter, reads: true },
  create_pipeline: { level: developer },
  update_pipeline: { level: developer },
  create_commit_status: { level: developer },
  admin_pipeline: { level: maintainer },
  remove_pipeline: { level: owner },
  read_environment: { level: none, member: reporter, reads: true },
  update_environment: { level: developer },
  update_deployment: { level: developer },
  remove_deployment: { level: maintainer },
  read_wiki: { level: none, reads: true },
  create_wiki: { level: developer },
  upload_file: { level: guest },
  admin_project: { level: maintainer },
  read_trigger: { level: maintainer, reads: true },
  admin_trigger: { level: maintainer },
  read_integration: { level: maintainer, reads: true },
  admin_integration: { level: maintainer },
  read_deploy_key: { level: maintainer, reads: true },
  admin_deploy_key: { level: maintainer },
  read_external_control: { level: maintainer, reads: true },
  ping_external_control: { level: maintainer },
  admin_external_control: { level: owner },
  admin_member: { level: maintainer },
  admin_protected_branch: { level: maintainer },
  push_protected: { level: maintainer },
  delete_merge_request: { level: owner },
  delete_issue: { level: owner },
  archive_project: { level: owner, archived: true },
  remove_project: { level: owner, archived: true },
  transfer_project: { level: owner, archived: true },
} as const satisfies Record<string, Ability>;

/** The lowest role that may do a thing in a group. */
export const groupAbilities = {
  read_group: { level: none, reads: true },
  read_member: { level: none, reads: true },
  read_merge_request: { level: none, reads: true },
  read_dependency: { level: developer, reads: true },
  read_epic: { level: none, reads: true },
  /** Authors read theirs too. */
  read_confidential_epic: { level: reporter, reads: true },
  admin_epic: { level: reporter },
  remove_epic: { level: owner },
  read_note: { level: none, reads: true },
  read_internal_note: { level: reporter, reads: true },
  create_note: { level: none },
  /** Notes of others. */
  admin_note: { level: maintainer },
  create_project: { level: developer },
  create_subgroup: { level: maintainer },
  admin_label: { level: reporter },
  admin_milestone: { level: reporter },
  read_integration: { level: maintainer, reads: true },
  admin_integration: { level: maintainer },
  admin_group: { level: owner },
  admin_member: { level: owner },
  remove_group: { level: owner },
  transfer_group: { level: owner },
} as const satisfies Record<string, Ability>;

export interface Ability {
  readonly level: AccessLevel;
  /** The lowest role where the subject is private (its members only). */
  readonly member?: AccessLevel;
  readonly reads?: boolean;
  /** Allowed while the project is archived. */
  readonly archived?: boolean;
}

export type ProjectAbility = keyof typeof projectAbilities;
export type GroupAbility = keyof typeof groupAbilities;
