import { count, line, obeyed, toggle, unused } from './rows.ts';

export const accountRuleSettings = [
  ...obeyed('personal-access-tokens', [
    toggle(
      'disable_personal_access_tokens',
      false,
      'Switch personal access tokens off for the instance',
    ),
    count(
      'max_personal_access_token_lifetime',
      null,
      'Longest allowed token life in days (400 when the extended-limit flag is on); changing it revokes longer tokens',
      { min: 1, max: 365 },
    ),
  ]),
  ...obeyed('ssh-keys', [
    count(
      'max_ssh_key_lifetime',
      null,
      'Longest allowed SSH key life in days (400 when the extended-limit flag is on)',
      { min: 1, max: 365 },
    ),
  ]),
  ...obeyed('users', [
    line(
      'user_default_internal_regex',
      null,
      'E-mail pattern that exempts a new account from being external; must be a valid JavaScript regular expression',
    ),
  ]),
  ...obeyed('sign-up', [
    toggle(
      'delete_unconfirmed_users',
      false,
      'Delete accounts whose e-mail was never confirmed; must be false while email_confirmation_setting is off',
    ),
    count(
      'unconfirmed_users_delete_after_days',
      7,
      'Days after sign-up before an unconfirmed account is deleted; with the soft confirmation mode it must be more than the grace period; used only while delete_unconfirmed_users is on',
      { min: 1 },
    ),
  ]),
  ...obeyed('users', [
    toggle('deactivate_dormant_users', false, 'Deactivate accounts that have been idle'),
    count(
      'deactivate_dormant_users_period',
      90,
      'Days of inactivity before deactivation; checked only while deactivate_dormant_users is on',
      { min: 90 },
    ),
    toggle(
      'user_deactivation_emails_enabled',
      true,
      'E-mail a person when the account is deactivated',
    ),
  ]),
] as const;

export const repositorySizeSettings = [
  ...obeyed('pushes', [
    count('receive_max_input_size', null, 'Largest single push, in MB; empty means no limit'),
    count('repository_size_limit', 0, 'Size limit for one repository (API unit MB); 0 means none', {
      min: 0,
    }),
  ]),
] as const;

export const ownAccountSettings = [
  ...obeyed('removal', [
    toggle('allow_account_deletion', true, 'People may delete their own account'),
  ]),
] as const;

export const accountLimitsSettings = unused('No rule of this server asks for it yet', [
  toggle(
    'avatar_service_enabled',
    true,
    'Use the external avatar service for people without an uploaded picture',
    { aliases: ['gravatar_enabled'] },
  ),
  toggle('can_create_organization', true, 'People may create organizations'),
  toggle(
    'disable_admin_oauth_scopes',
    false,
    'Administrators cannot authorize untrusted OAuth applications with wide scopes',
  ),
  toggle('disable_feed_token', false, 'Hide the RSS and calendar feed token'),
  line(
    'instance_token_prefix',
    'gl',
    'Text put before every other token type; letters, digits and hyphen; at most 20 characters (max is a length)',
    { max: 20 },
  ),
  toggle('remember_me_enabled', true, 'Offer the stay-signed-in checkbox'),
  toggle(
    'service_access_tokens_expiration_enforced',
    true,
    'Tokens of service accounts must carry an end date',
  ),
  toggle('user_oauth_applications', true, 'People may register their own OAuth applications'),
  toggle('user_show_add_ssh_key_message', true, 'Warn people who have no SSH key yet'),
]);
