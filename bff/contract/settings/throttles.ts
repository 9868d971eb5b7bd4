import { count, toggle, unused } from './rows.ts';

export const throttleSettings = unused('This server counts no requests of that kind', [
  toggle(
    'throttle_authenticated_deprecated_api_enabled',
    false,
    'Switch the limit on for signed-in requests to deprecated endpoints, per person',
    {
      requires: [
        'throttle_authenticated_deprecated_api_period_in_seconds',
        'throttle_authenticated_deprecated_api_requests_per_period',
      ],
    },
  ),
  count(
    'throttle_authenticated_deprecated_api_period_in_seconds',
    3600,
    'Window in seconds for signed-in requests to deprecated endpoints, per person',
    { min: 1 },
  ),
  count(
    'throttle_authenticated_deprecated_api_requests_per_period',
    3600,
    'Requests allowed in the window for signed-in requests to deprecated endpoints, per person',
    { min: 1 },
  ),
  toggle(
    'throttle_authenticated_git_lfs_enabled',
    false,
    'Switch the limit on for signed-in large-file requests, per person',
    {
      requires: [
        'throttle_authenticated_git_lfs_period_in_seconds',
        'throttle_authenticated_git_lfs_requests_per_period',
      ],
    },
  ),
  count(
    'throttle_authenticated_git_lfs_period_in_seconds',
    60,
    'Window in seconds for signed-in large-file requests, per person',
    { min: 1 },
  ),
  count(
    'throttle_authenticated_git_lfs_requests_per_period',
    1000,
    'Requests allowed in the window for signed-in large-file requests, per person',
    { min: 1 },
  ),
  toggle(
    'throttle_authenticated_packages_api_enabled',
    false,
    'Switch the limit on for signed-in package requests, per person',
    {
      requires: [
        'throttle_authenticated_packages_api_period_in_seconds',
        'throttle_authenticated_packages_api_requests_per_period',
      ],
    },
  ),
  count(
    'throttle_authenticated_packages_api_period_in_seconds',
    15,
    'Window in seconds for signed-in package requests, per person',
    { min: 1 },
  ),
  count(
    'throttle_authenticated_packages_api_requests_per_period',
    1000,
    'Requests allowed in the window for signed-in package requests, per person',
    { min: 1 },
  ),
  toggle(
    'throttle_unauthenticated_deprecated_api_enabled',
    false,
    'Switch the limit on for anonymous requests to deprecated endpoints, per address',
    {
      requires: [
        'throttle_unauthenticated_deprecated_api_period_in_seconds',
        'throttle_unauthenticated_deprecated_api_requests_per_period',
      ],
    },
  ),
  count(
    'throttle_unauthenticated_deprecated_api_period_in_seconds',
    3600,
    'Window in seconds for anonymous requests to deprecated endpoints, per address',
    { min: 1 },
  ),
  count(
    'throttle_unauthenticated_deprecated_api_requests_per_period',
    1800,
    'Requests allowed in the window for anonymous requests to deprecated endpoints, per address',
    { min: 1 },
  ),
  toggle(
    'throttle_unauthenticated_packages_api_enabled',
    false,
    'Switch the limit on for anonymous package requests, per address',
    {
      requires: [
        'throttle_unauthenticated_packages_api_period_in_seconds',
        'throttle_unauthenticated_packages_api_requests_per_period',
      ],
    },
  ),
  count(
    'throttle_unauthenticated_packages_api_period_in_seconds',
    15,
    'Window in seconds for anonymous package requests, per address',
    { min: 1 },
  ),
  count(
    'throttle_unauthenticated_packages_api_requests_per_period',
    800,
    'Requests allowed in the window for anonymous package requests, per address',
    { min: 1 },
  ),
]);
