import type { Generated } from 'kysely';
import type { SshKeyType, UsageType } from '#contract/ssh-key-types.ts';

/** Column types: integers, ISO-8601 text, 0/1. */
type Flag = Generated<number>;
type Time = string;

interface SshKeys {
  id: Generated<number>;
  kind: 'user' | 'deploy';
  /** Whose key of the kind `user` it is. */
  user_id: number | null;
  /** Who made a key of the kind `deploy`. */
  creator_id: number | null;
  /** A deploy key for every project to enable. */
  public: Flag;
  title: string;
  title_lower: string;
  key: string;
  key_type: SshKeyType;
  bits: number;
  fingerprint: string | null;
  fingerprint_sha256: string;
  usage_type: Generated<UsageType>;
  expires_at: Time | null;
  /** When people were told that it expires. */
  expiry_told_at: Time | null;
  last_used_at: Time | null;
  created_at: Time;
  updated_at: Time;
}

/** A project that a deploy key opens. */
interface DeployKeysProjects {
  id: Generated<number>;
  deploy_key_id: number;
  project_id: number;
  can_push: Flag;
  /** Who vouches for it here: its rights end with theirs. */
  user_id: number | null;
  created_at: Time;
  updated_at: Time;
}

export interface SshKeyTables {
  ssh_keys: SshKeys;
  deploy_keys_projects: DeployKeysProjects;
}
