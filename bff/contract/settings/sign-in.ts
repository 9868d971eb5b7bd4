import type { FieldDef } from '../field.ts';

export const signInSettings = [
  {
    key: 'password_authentication_enabled_for_web',
    type: 'boolean',
    default: true,
    aliases: ['signin_enabled', 'password_authentication_enabled'],
    label: 'Allow sign-in by password in the console',
    help: 'Off: people sign in by an access token only',
    enforced_by: 'sessions',
  },
  {
    key: 'password_authentication_enabled_for_git',
    type: 'boolean',
    default: true,
    label: 'Allow passwords for git over HTTP',
    help: 'Off: git asks for an access token',
    enforced_by: 'pushes',
  },
  {
    key: 'max_login_attempts',
    type: 'integer',
    default: null,
    min: 1,
    max: 2_147_483_647,
    label: 'Failed attempts before an account is locked',
    help: 'Empty: 10',
    enforced_by: 'sessions',
  },
  {
    key: 'failed_login_attempts_unlock_period_in_minutes',
    type: 'integer',
    default: null,
    min: 1,
    max: 2_147_483_647,
    unit: 'minutes',
    label: 'Minutes until a locked account opens again',
    help: 'Empty: 10',
    enforced_by: 'sessions',
  },
] as const satisfies readonly FieldDef[];
