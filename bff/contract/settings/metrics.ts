import { count, line, obeyed, toggle, unused } from './rows.ts';

export const ownMetricsSettings = [
  ...obeyed('system', [toggle('prometheus_metrics_enabled', true, 'Expose metrics')]),
] as const;

export const metricsSettings = unused('This server sends no usage data and keeps its own metrics', [
  toggle('gitlab_dedicated_instance', false, 'Marks a vendor-run single-tenant instance'),
  toggle(
    'gitlab_environment_toolkit_instance',
    false,
    'Marks an instance made with the deployment toolkit',
  ),
  toggle('grafana_enabled', false, 'Show a link to dashboards'),
  line('grafana_url', '/-/grafana', 'Address of the dashboards'),
  toggle(
    'include_optional_metrics_in_service_ping',
    true,
    'Include optional metrics; default follows usage_ping_enabled',
  ),
  toggle('interest_cohort_enabled', false, 'Allow browser interest cohorts', {
    aliases: ['floc_enabled'],
  }),
  count(
    'metrics_method_call_threshold',
    10,
    'Slowest call not tracked, in ms; checked while metrics are on',
    { min: 0 },
  ),
  line(
    'sentry_clientside_dsn',
    null,
    'Browser address of the error tracker; at most 255 characters (max is a length)',
    { max: 255 },
  ),
  line(
    'sentry_dsn',
    null,
    'Address of the error tracker; at most 255 characters (max is a length)',
    { max: 255 },
  ),
  toggle('sentry_enabled', false, 'Report errors to an error tracker', {
    needs: ['sentry_dsn', 'sentry_environment'],
  }),
  line('sentry_environment', null, 'Environment label; at most 255 characters (max is a length)', {
    max: 255,
  }),
  line('snowplow_app_id', null, 'Application id of tracking'),
  line('snowplow_collector_hostname', null, 'Host that collects events'),
  line('snowplow_cookie_domain', null, 'Cookie domain of tracking'),
  line(
    'snowplow_database_collector_hostname',
    null,
    'Host that collects database events; at most 255 characters (max is a length)',
    { max: 255 },
  ),
  toggle('snowplow_enabled', false, 'Send event tracking', {
    requires: ['snowplow_collector_hostname'],
  }),
  toggle('usage_ping_enabled', true, 'Send weekly usage data to the vendor'),
  toggle('version_check_enabled', true, 'Tell administrators about updates'),
]);
