import { count, toggle, unused } from './rows.ts';

export const packagesSettings = unused('This server has no package registry', [
  count('chart_package_max_count', 1000, 'Charts listed in one channel', {
    min: 1,
    aliases: ['helm_max_packages_count'],
  }),
  toggle(
    'container_expiration_policies_enable_historic_entries',
    false,
    'Clean-up policies also for older projects',
  ),
  count(
    'container_registry_cleanup_tags_service_max_list_size',
    200,
    'Tags removed in one clean-up run',
    { min: 0 },
  ),
  count('container_registry_delete_tags_service_timeout', 250, 'Seconds one batch may take', {
    min: 0,
  }),
  toggle('container_registry_expiration_policies_caching', true, 'Cache tag dates during clean-up'),
  count('container_registry_expiration_policies_worker_capacity', 4, 'Parallel clean-up workers', {
    min: 0,
  }),
  count('container_registry_token_expire_delay', 5, 'Registry token life in minutes', { min: 1 }),
  count(
    'dependency_proxy_ttl_group_policy_worker_capacity',
    2,
    'Parallel proxy-cache clean-up workers',
    { min: 0 },
  ),
  toggle(
    'dotnet_package_skip_metadata_url_validation',
    false,
    'Do not check URLs in .NET package metadata',
    { aliases: ['nuget_skip_metadata_url_validation'] },
  ),
  toggle(
    'java_package_requests_forwarding',
    true,
    'Ask the public Java repository when a package is missing here',
    { aliases: ['maven_package_requests_forwarding'] },
  ),
  toggle(
    'js_package_requests_forwarding',
    true,
    'Ask the public JavaScript registry when a package is missing here',
    { aliases: ['npm_package_requests_forwarding'] },
  ),
  toggle(
    'package_registry_allow_anyone_to_pull_option',
    true,
    'Projects may open package downloads to everyone',
  ),
  count(
    'package_registry_cleanup_policies_worker_capacity',
    2,
    'Parallel package clean-up workers',
    { min: 0 },
  ),
  count(
    'packages_cleanup_package_file_worker_capacity',
    2,
    'Parallel package-file clean-up workers',
    { min: 0 },
  ),
  toggle(
    'python_package_requests_forwarding',
    true,
    'Ask the public Python index when a package is missing here',
    { aliases: ['pypi_package_requests_forwarding'] },
  ),
]);
