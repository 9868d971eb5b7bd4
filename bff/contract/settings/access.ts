import { choice, count, line, numberChoice, obeyed, toggle, unused } from './rows.ts';

export const gitAccessSettings = [
  ...obeyed('pushes', [
    choice(
      'enabled_git_access_protocol',
      'all',
      'Git protocols that may be used; all is stored as blank',
      { options: ['ssh', 'http', 'all'] },
    ),
  ]),
  ...obeyed('projects', [
    line('custom_http_clone_url_root', null, 'Base URL shown for HTTP cloning'),
  ]),
  ...obeyed('removal', [
    toggle('default_project_deletion_protection', false, 'Only administrators may delete projects'),
    count('deletion_adjourned_period', 7, 'Days a deleted project or group is kept', {
      min: 1,
      max: 90,
    }),
  ]),
  ...obeyed('protected-branches', [
    numberChoice(
      'default_branch_protection',
      2,
      'Older code of the same: 0 none, 1 developers may push, 2 full, 3 developers may merge, 4 full after the first push',
      { options: [0, 1, 2, 3, 4], successor: 'default_branch_protection_defaults' },
    ),
  ]),
  ...obeyed('ssh-keys', [
    numberChoice(
      'rsa_key_restriction',
      0,
      'Shortest RSA key in bits; 0 no limit, -1 forbids the type',
      { options: [-1, 0, 1024, 2048, 3072, 4096] },
    ),
    numberChoice(
      'dsa_key_restriction',
      0,
      'Shortest DSA key in bits; 0 no limit, -1 forbids the type (old database default was -1)',
      { options: [-1, 0, 1024, 2048, 3072] },
    ),
    numberChoice(
      'ecdsa_key_restriction',
      0,
      'Smallest ECDSA curve; 0 no limit, -1 forbids the type',
      { options: [-1, 0, 256, 384, 521] },
    ),
    numberChoice(
      'ed25519_key_restriction',
      0,
      'Smallest ED25519 curve; 0 no limit, -1 forbids the type',
      { options: [-1, 0, 256] },
    ),
    numberChoice(
      'ecdsa_sk_key_restriction',
      0,
      'Smallest hardware-backed ECDSA curve; 0 no limit, -1 forbids the type',
      { options: [-1, 0, 256] },
    ),
    numberChoice(
      'ed25519_sk_key_restriction',
      0,
      'Smallest hardware-backed ED25519 curve; 0 no limit, -1 forbids the type',
      { options: [-1, 0, 256] },
    ),
  ]),
] as const;

export const groupBranchSettings = obeyed('groups', [
  toggle(
    'group_owners_can_manage_default_branch_protection',
    true,
    'Group owners may change default branch protection',
  ),
]);

export const accessSettings = unused('No rule of this server asks for it yet', [
  toggle('allow_group_owners_to_manage_ldap', true, 'Group owners may manage directory links'),
  toggle('authorized_keys_enabled', true, 'Write SSH keys to the authorized_keys file'),
  choice('default_snippet_visibility', 'private', 'Level given to new snippets', {
    options: ['private', 'internal', 'public'],
  }),
]);
