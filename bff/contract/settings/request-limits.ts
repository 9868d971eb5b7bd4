import { count, list, obeyed, toggle, unused } from './rows.ts';

export const importLimitSettings = obeyed('throttles', [
  count('group_import_limit', 6, 'Group imports per minute'),
  count('project_import_limit', 6, 'Project imports per minute'),
]);

export const pushLimitSettings = [
  ...obeyed('pushes', [
    count(
      'push_event_activities_limit',
      3,
      'Changes in one push above which a single bulk event is recorded',
      { min: 0 },
    ),
  ]),
  ...obeyed('repositories', [
    count(
      'push_event_hooks_limit',
      3,
      'Changes in one push above which hooks and integrations stay silent',
      { min: 0 },
    ),
  ]),
] as const;

export const personLimitSettings = obeyed('throttles', [
  count(
    'autocomplete_users',
    300,
    'Signed-in requests per minute to the user autocomplete endpoint (documentation and code disagree on the name)',
    { min: 1, aliases: ['autocomplete_users_limit'] },
  ),
  count(
    'autocomplete_users_unauthenticated',
    100,
    'Anonymous requests per minute to the user autocomplete endpoint',
    { min: 1, aliases: ['autocomplete_users_unauthenticated_limit'] },
  ),
  count(
    'downstream_pipeline_trigger_limit_per_project_user_sha',
    0,
    'Downstream pipelines per minute for one project, person and commit; 0 no limit',
    { min: 0 },
  ),
]);

export const requestLimitsSettings = unused('This server counts no requests of that kind', [
  count('ai_action_api_rate_limit', 160, 'Assistant actions per person and 8 hours', { min: 1 }),
  toggle('auto_ban_user_on_excessive_projects_download', false, 'Ban people who pass that limit'),
  count('code_suggestions_api_rate_limit', 60, 'Assistant code suggestions per person and minute', {
    min: 1,
  }),
  count(
    'create_organization_api_limit',
    10,
    'Requests per minute to the endpoint family in the name; 0 no limit',
    { min: 0 },
  ),
  list(
    'git_rate_limit_users_alertlist',
    [],
    'Ids of people mailed about it; at most 100, each must exist (max is a count); real element type is integer; empty reads back as all active administrators',
    { max: 100 },
  ),
  list(
    'git_rate_limit_users_allowlist',
    [],
    'User names exempt from that limit; at most 100, each must exist (max is a count)',
    { max: 100 },
  ),
  count(
    'gitlab_shell_operation_limit',
    600,
    'Git-over-SSH operations a person may run per minute; 0 disables the limit',
    { min: 0 },
  ),
  count('group_download_export_limit', 1, 'Group export downloads per minute'),
  count('group_export_limit', 6, 'Group exports per minute'),
  count(
    'group_invited_groups_api_limit',
    60,
    'Requests per minute to the endpoint family in the name; 0 no limit',
    { min: 0 },
  ),
  count(
    'group_shared_groups_api_limit',
    60,
    'Requests per minute to the endpoint family in the name; 0 no limit',
    { min: 0 },
  ),
  count(
    'max_number_of_repository_downloads',
    0,
    'Different repositories one person may download in the period before a ban; 0 off',
    { min: 0, max: 10000 },
  ),
  count(
    'max_number_of_repository_downloads_within_time_period',
    0,
    'Length of that period in seconds',
    { min: 0, max: 864000 },
  ),
  count('project_download_export_limit', 1, 'Project export downloads per minute'),
  count('project_export_limit', 6, 'Project exports per minute'),
  count(
    'project_invited_groups_api_limit',
    60,
    'Requests per minute to the endpoint family in the name; 0 no limit',
    { min: 0 },
  ),
  count(
    'user_contributed_projects_api_limit',
    100,
    'Requests per minute to the endpoint family in the name; 0 no limit',
    { min: 0 },
  ),
  count(
    'user_starred_projects_api_limit',
    100,
    'Requests per minute to the endpoint family in the name; 0 no limit',
    { min: 0 },
  ),
  count(
    'users_api_limit_followers',
    100,
    'Requests per minute to the follower list endpoint; 0 no limit',
    { min: 0 },
  ),
  count(
    'users_api_limit_following',
    100,
    'Requests per minute to the following list endpoint; 0 no limit',
    { min: 0 },
  ),
  count(
    'users_api_limit_gpg_key',
    120,
    'Requests per minute to the single GPG key endpoint; 0 no limit',
    { min: 0 },
  ),
  count(
    'users_api_limit_gpg_keys',
    120,
    'Requests per minute to the GPG key list endpoint; 0 no limit',
    { min: 0 },
  ),
  count(
    'users_api_limit_ssh_key',
    120,
    'Requests per minute to the single SSH key (the documentation table drops the ssh_ part) endpoint; 0 no limit',
    { min: 0 },
  ),
  count(
    'users_api_limit_ssh_keys',
    120,
    'Requests per minute to the SSH key list (the documentation table drops the ssh_ part) endpoint; 0 no limit',
    { min: 0 },
  ),
  count(
    'users_api_limit_status',
    240,
    'Requests per minute to the user status endpoint; 0 no limit',
    { min: 0 },
  ),
  count(
    'virtual_registries_endpoints_api_limit',
    1000,
    'Requests to virtual registry endpoints per 15 seconds and address; 0 no limit',
    { min: 0 },
  ),
]);
