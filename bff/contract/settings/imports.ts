import { count, list, obeyed, toggle, unused } from './rows.ts';

export const importRuleSettings = [
  ...obeyed('placeholder-users', [
    toggle(
      'allow_bypass_placeholder_confirmation',
      false,
      'Administrators may reassign placeholders without acceptance (from 18.0)',
    ),
    toggle(
      'allow_contribution_mapping_to_admins',
      false,
      'Imported contributions may be mapped to administrators',
    ),
  ]),
  ...obeyed('imports', [
    count('max_import_size', 0, 'Largest import in MB; 0 unlimited', { min: 0 }),
    count('max_decompressed_archive_size', 25600, 'Largest unpacked archive in MB; 0 unlimited', {
      min: 0,
    }),
    count('decompress_archive_file_timeout', 210, 'Seconds allowed for unpacking; 0 unlimited', {
      min: 0,
    }),
    list('import_sources', [], 'Sources people may import from', {
      options: [
        'github',
        'bitbucket',
        'bitbucket_server',
        'fogbugz',
        'git',
        'gitlab_project',
        'gitea',
        'manifest',
      ],
    }),
  ]),
] as const;

/** What is said of a limit of something that is not here. */
export const remoteImportSettings = unused(
  'Imports come from git URLs and uploaded bundles; none is read from external storage',
  [
    count(
      'max_import_remote_file_size',
      10240,
      'Largest import from external storage in MB; 0 unlimited',
      { min: 0 },
    ),
  ],
);

export const importsSettings = unused('This server has no such import or export', [
  count(
    'bulk_import_concurrent_pipeline_batch_limit',
    25,
    'Batches of one transfer handled at once',
    { min: 1 },
  ),
  toggle('bulk_import_enabled', false, 'Direct transfer between instances'),
  count(
    'bulk_import_max_download_file_size',
    5120,
    'Largest file fetched during direct transfer, in MB',
    { min: 0 },
  ),
  count(
    'concurrent_import_jobs_limit_host_a',
    1000,
    'Import jobs at once for the first code host',
    { min: 1, aliases: ['concurrent_github_import_jobs_limit'] },
  ),
  count(
    'concurrent_import_jobs_limit_host_b',
    100,
    'Import jobs at once for the second code host',
    { min: 1, aliases: ['concurrent_bitbucket_import_jobs_limit'] },
  ),
  count('concurrent_import_jobs_limit_host_c', 100, 'Import jobs at once for the third code host', {
    min: 1,
    aliases: ['concurrent_bitbucket_server_import_jobs_limit'],
  }),
  count(
    'concurrent_relation_batch_export_limit',
    25,
    'Export batches handled at once (documentation sample 25, code default 8)',
    { min: 1 },
  ),
  count('max_export_size', 0, 'Largest export in MB; 0 unlimited', { min: 0 }),
  toggle('project_export_enabled', true, 'Projects may be exported'),
  toggle(
    'silent_admin_exports_enabled',
    false,
    'Exports by administrators send no mail and write no notice',
  ),
]);
