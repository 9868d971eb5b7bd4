import type { Generated } from 'kysely';

type Flag = Generated<number>;

export interface Approvals {
  merge_request_id: number;
  user_id: number;
  /** The head that was approved. */
  sha: string | null;
  created_at: string;
}

/** Of a project, or of one merge request; `project_id` is set in both. */
export interface ApprovalRules {
  id: Generated<number>;
  project_id: number;
  merge_request_id: number | null;
  /** The rule of the project that one of a merge request stands for. */
  source_rule_id: number | null;
  name: string;
  rule_type: Generated<'regular' | 'any_approver'>;
  approvals_required: Generated<number>;
  applies_to_all_protected_branches: Flag;
  created_at: string;
  updated_at: string;
}

/** No row: the defaults of a new project. */
export interface ProjectApprovalSettings {
  project_id: number;
  reset_approvals_on_push: Flag;
  disable_overriding_approvers_per_merge_request: Flag;
  merge_requests_author_approval: Flag;
  merge_requests_disable_committers_approval: Flag;
}

export interface ApprovalTables {
  merge_request_approvals: Approvals;
  approval_rules: ApprovalRules;
  approval_rule_users: { approval_rule_id: number; user_id: number };
  approval_rule_groups: { approval_rule_id: number; group_id: number };
  approval_rule_branches: { approval_rule_id: number; protected_branch_id: number };
  project_approval_settings: ProjectApprovalSettings;
}
