import type * as z from 'zod';
import type { UserSummary } from '#contract/common.ts';
import type { adminUser, currentUser, profileFields, publicUser } from '#contract/users.ts';
import type { Deps } from '../../deps.ts';
import { commitEmailOf } from './commit-email.ts';
import { isLocked } from './lock.ts';
import type { UserRow } from './repository.ts';

type Known = Pick<Deps, 'publicUrl' | 'clock' | 'settingsCache'>;

/** The user as it stands inside other records. */
export const presentUserSummary = (deps: Known, user: UserRow): UserSummary => ({
  id: user.id,
  username: user.username,
  public_email: user.public_email,
  name: user.name,
  state: user.state,
  locked: isLocked(deps, user),
  avatar_url: null,
  web_url: `${deps.publicUrl}/${user.username}`,
});

type Profile = Pick<z.output<typeof publicUser>, (typeof profileFields)[number]>;

/** Profile texts; what was never set is an empty text, or null where the API says null. */
function profileOf(user: UserRow): Profile {
  // Written by `rules.ts` alone, from the contract's profile fields.
  const stored = JSON.parse(user.profile) as Partial<Profile>;
  return {
    bio: '',
    location: null,
    linkedin: '',
    twitter: '',
    discord: '',
    website_url: '',
    github: '',
    job_title: '',
    pronouns: null,
    organization: null,
    ...stored,
  };
}

/** The user as anyone signed in may read it. */
export const presentUser = (deps: Known, user: UserRow): z.output<typeof publicUser> => ({
  ...presentUserSummary(deps, user),
  created_at: user.created_at,
  ...profileOf(user),
  bot: user.bot === 1,
  work_information: null,
  followers: 0,
  following: 0,
  local_time: null,
});

const ownFields = (deps: Known, user: UserRow) => ({
  last_sign_in_at: user.last_sign_in_at,
  confirmed_at: user.confirmed_at,
  last_activity_on: user.last_activity_on,
  email: user.email,
  theme_id: 1,
  color_scheme_id: 1,
  projects_limit: user.projects_limit,
  current_sign_in_at: user.current_sign_in_at,
  identities: [],
  can_create_group: user.can_create_group === 1,
  can_create_project: user.projects_limit > 0,
  two_factor_enabled: user.otp_enabled_at !== null,
  external: user.external === 1,
  private_profile: user.private_profile === 1,
  commit_email: commitEmailOf(deps, user),
  preferred_language: 'en',
});

/** The caller's own profile. */
export const presentCurrentUser = (deps: Known, user: UserRow): z.output<typeof currentUser> => ({
  ...presentUser(deps, user),
  ...ownFields(deps, user),
  ...(user.is_admin === 1 ? { is_admin: true } : {}),
});

/** The user as administrators read it. */
export const presentAdminUser = (
  deps: Known,
  user: UserRow,
  related: { namespaceId: number | null; createdBy: UserRow | undefined },
): z.output<typeof adminUser> => ({
  ...presentUser(deps, user),
  ...ownFields(deps, user),
  is_admin: user.is_admin === 1,
  namespace_id: related.namespaceId,
  created_by: related.createdBy === undefined ? null : presentUserSummary(deps, related.createdBy),
});
