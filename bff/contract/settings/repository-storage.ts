import { count, hash, line, obeyed, secret, toggle, unused } from './rows.ts';
import { shapes } from './shapes.ts';

export const repositoryRuleSettings = [
  ...obeyed('protected-branches', [
    hash(
      'default_branch_protection_defaults',
      {
        allowed_to_push: [{ access_level: 40 }],
        allow_force_push: false,
        allowed_to_merge: [{ access_level: 40 }],
      },
      'Protection for new default branches; also accepts developer_can_initial_push and code_owner_approval_required; access levels 0, 30, 40 (60 where administrators are separate); stored form at most 1 KiB',
      { shape: shapes.default_branch_protection_defaults },
    ),
  ]),
  ...obeyed('repositories', [
    toggle(
      'housekeeping_enabled',
      true,
      'Automatic repository maintenance; when true, send either housekeeping_optimize_repository_period or all three older periods',
      { requires: ['housekeeping_optimize_repository_period'] },
    ),
    count('housekeeping_optimize_repository_period', 10, 'Pushes between maintenance runs', {
      min: 1,
      aliases: [
        'housekeeping_full_repack_period',
        'housekeeping_gc_period',
        'housekeeping_incremental_repack_period',
      ],
    }),
  ]),
] as const;

export const repositoryStorageSettings = unused('Repositories here are kept without it', [
  toggle(
    'hashed_storage_enabled',
    true,
    'Hashed storage paths; false is refused, and the value is ignored on update',
    { readonly: true },
  ),
  toggle('housekeeping_bitmaps_enabled', true, 'Always reported as true', { readonly: true }),
  toggle('mirror_available', true, 'Maintainers may configure mirroring'),
  count(
    'mirror_capacity_threshold',
    15,
    'Free slots needed before scheduling more mirrors; not above mirror_max_capacity',
    { min: 1 },
  ),
  count('mirror_max_capacity', 30, 'Mirrors that may run at once', { min: 1 }),
  count(
    'mirror_max_delay',
    300,
    'Longest gap between mirror runs, in minutes; must exceed the built-in lower bound',
  ),
  toggle('repository_checks_enabled', true, 'Run integrity checks on repositories'),
  hash(
    'repository_storages_weighted',
    { default: 100 },
    'Weight 0-100 for each configured storage name',
    { shape: shapes.repository_storages_weighted },
  ),
  count('snippet_size_limit', 52428800, 'Largest snippet in bytes', { min: 1 }),
  secret(
    'static_objects_external_storage_auth_token',
    null,
    'Token for that store; needed while the URL is set',
  ),
  line(
    'static_objects_external_storage_url',
    null,
    'Base URL of an external store for archives and blobs',
    { needs: ['static_objects_external_storage_auth_token'] },
  ),
]);
