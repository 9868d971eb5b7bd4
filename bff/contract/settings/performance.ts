import { choice, count, decimal, hash, line, obeyed, toggle, unused } from './rows.ts';
import { shapes } from './shapes.ts';

export const pollingSettings = obeyed('bootstrap', [
  decimal('polling_interval_multiplier', 1, 'Factor for polling intervals; 0 stops polling', {
    min: 0,
  }),
]);

export const performanceSettings = unused('This server works without it', [
  count('gitaly_timeout_default', 55, 'Default Git call time-out in seconds; 0 off', {
    min: 0,
    max: 57,
  }),
  count('gitaly_timeout_fast', 10, 'Fast Git call time-out; not above the default value', {
    min: 0,
  }),
  count(
    'gitaly_timeout_medium',
    30,
    'Medium Git call time-out; between the fast and the default value',
    { min: 0 },
  ),
  count(
    'namespace_aggregation_schedule_lease_duration_in_seconds',
    300,
    'Longest gap between statistics refreshes, in seconds',
    { min: 1 },
  ),
  hash('resource_usage_limits', {}, 'Limits for background workers (vendor-hosted only)', {
    shape: shapes.resource_usage_limits,
  }),
  count(
    'sidekiq_job_limiter_compression_threshold_bytes',
    100000,
    'Job size above which it is compressed',
    { min: 0 },
  ),
  count('sidekiq_job_limiter_limit_bytes', 0, 'Job size above which it is refused; 0 never', {
    min: 0,
  }),
  choice('sidekiq_job_limiter_mode', 'compress', 'What to do with large background jobs', {
    options: ['track', 'compress'],
  }),
  hash(
    'performance_bar_allowed_group_id',
    null,
    'The group whose members see the performance bar: its id is returned, its path or id is taken',
    {
      shape: shapes.performance_bar_allowed_group_id,
      successor: 'performance_bar_allowed_group_path',
    },
  ),
  line('performance_bar_allowed_group_path', null, 'Full path of that group', {}),
  toggle('performance_bar_enabled', null, 'Old switch: false takes the group away', {
    writeonly: true,
    successor: 'performance_bar_allowed_group_path',
  }),
]);
