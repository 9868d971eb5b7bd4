import { count, hash, line, list, obeyed, toggle, unused } from './rows.ts';
import { shapes } from './shapes.ts';

export const signInAddressSettings = obeyed('sessions', [
  toggle(
    'require_two_factor_authentication',
    false,
    'Everyone must set up two-factor authentication',
    { requires: ['two_factor_grace_period'] },
  ),
  toggle(
    'require_admin_two_factor_authentication',
    false,
    'Administrators must set up two-factor authentication',
  ),
  count('two_factor_grace_period', 48, 'Hours during which set-up may be skipped', { min: 0 }),
  toggle('notify_on_unknown_sign_in', true, 'E-mail a person about a sign-in from a new address'),
  toggle(
    'unique_ips_limit_enabled',
    false,
    'Limit how many addresses one account may sign in from',
    { needs: ['unique_ips_limit_per_user', 'unique_ips_limit_time_window'] },
  ),
  count('unique_ips_limit_per_user', 10, 'Addresses allowed per person', { min: 1 }),
  count('unique_ips_limit_time_window', 3600, 'Seconds an address counts', { min: 0 }),
]);

export const wayOutSettings = [
  ...obeyed('bootstrap', [
    line(
      'after_sign_out_path',
      null,
      'Where people are sent after signing out; must be a URL when present',
    ),
  ]),
  ...obeyed('http', [
    line('home_page_url', null, 'Where signed-out visitors are sent; must be a URL when present'),
  ]),
] as const;

export const signInRulesSettings = unused('No rule of this server asks for it yet', [
  list('disabled_oauth_sign_in_sources', [], 'OAuth providers that may not be used to sign in'),
  count('git_two_factor_session_expiry', 15, 'Minutes a two-factor Git session lasts', {
    min: 1,
    max: 10080,
  }),
  line(
    'globally_allowed_ips',
    '',
    'Comma-separated addresses and CIDR ranges always let in; at most 255 characters (max is a length)',
    { max: 255 },
  ),
  toggle(
    'ropc_without_client_credentials',
    true,
    'Allow the OAuth password flow without client credentials',
  ),
  hash(
    'sign_in_restrictions',
    {},
    'Object with three boolean keys: disable_password_authentication_for_users_with_sso_identities, root_moved_permanently_redirection, session_expire_from_init',
    { shape: shapes.sign_in_restrictions },
  ),
]);
