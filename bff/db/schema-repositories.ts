import type { Generated } from 'kysely';

/** Column types: integers, ISO-8601 text, 0/1, JSON text. */
type Flag = Generated<number>;
type Time = string;

interface ProtectedBranches {
  id: Generated<number>;
  project_id: number;
  /** A branch name, `*` as wildcard. */
  name: string;
  allow_force_push: Flag;
  created_at: Time;
}

/** Whom a protected branch is open to: one of a role, a person and a group each. */
interface ProtectedBranchAccessLevels {
  id: Generated<number>;
  protected_branch_id: number;
  kind: 'push' | 'merge' | 'unprotect';
  access_level: number | null;
  user_id: number | null;
  group_id: number | null;
}

/** The last recorded refs of a repository: branches and tags with full names. */
interface RepositoryRefs {
  project_id: number;
  name: string;
  sha: string;
  updated_at: Time;
}

export interface RepositoryTables {
  protected_branch_access_levels: ProtectedBranchAccessLevels;
  protected_branches: ProtectedBranches;
  repository_refs: RepositoryRefs;
}
