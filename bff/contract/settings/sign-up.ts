import { choice, count, line, list, numberChoice, prose, toggle, obeyed } from './rows.ts';

export const passwordSettings = obeyed('users', [
  count('minimum_password_length', 8, 'Shortest allowed password', { min: 8, max: 128 }),
  toggle('password_lowercase_required', false, 'Passwords need a lower-case letter'),
  toggle('password_number_required', false, 'Passwords need a digit'),
  toggle('password_symbol_required', false, 'Passwords need a symbol'),
  toggle('password_uppercase_required', false, 'Passwords need an upper-case letter'),
]);

export const signUpSettings = obeyed('sign-up', [
  prose('after_sign_up_text', null, 'Markdown shown after registration'),
  list('domain_allowlist', [], 'Only these e-mail domains may register; wildcards allowed'),
  list(
    'domain_denylist',
    [],
    'Refused e-mail domains; wildcards allowed; must be non-empty while the switch is on',
  ),
  toggle('domain_denylist_enabled', false, 'Refuse registration from listed domains', {
    needs: ['domain_denylist'],
  }),
  choice(
    'email_confirmation_setting',
    'off',
    'Whether e-mail must be confirmed: off, soft (grace period) or hard (before first sign-in)',
    { options: ['off', 'soft', 'hard'] },
  ),
  line(
    'email_restrictions',
    null,
    'Pattern for registration e-mails; must be a safe (RE2-style) regular expression',
  ),
  toggle('email_restrictions_enabled', false, 'Check registration e-mails against a pattern', {
    needs: ['email_restrictions'],
  }),
  count('new_user_signups_cap', null, 'User cap; may be set only while seat_control is 1', {
    min: 1,
  }),
  toggle(
    'require_admin_approval_after_user_signup',
    true,
    'New registrations wait for an administrator',
  ),
  numberChoice('seat_control', 0, '0 off, 1 user cap, 2 refuse overage', { options: [0, 1, 2] }),
  toggle('signup_enabled', true, 'Anyone may register'),
]);
