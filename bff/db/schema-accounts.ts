import type { Generated } from 'kysely';

/** Column types: integers, ISO-8601 text, 0/1, JSON text. */
type Flag = Generated<number>;
type Time = string;

interface Users {
  id: Generated<number>;
  username: string;
  username_lower: string;
  name: string;
  email: string;
  email_lower: string;
  public_email: string | null;
  /** `_private` where commits bear an address that leads to nobody; null: the user's own. */
  commit_email: string | null;
  state: Generated<'active' | 'blocked' | 'deactivated' | 'blocked_pending_approval'>;
  is_admin: Flag;
  external: Flag;
  bot: Flag;
  /** Only humans sign in; the others stand for people of imports. */
  user_type: Generated<'human' | 'placeholder' | 'import_user'>;
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

interface PersonalAccessTokens {
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

interface Sessions {
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

/** An address that a user has signed in from. */
interface UserAddresses {
  user_id: number;
  ip: string;
  seen_at: string;
}

export interface AccountTables {
  personal_access_tokens: PersonalAccessTokens;
  sessions: Sessions;
  user_addresses: UserAddresses;
  users: Users;
}
