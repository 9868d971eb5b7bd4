import { count, line, list, obeyed, prose, secret, toggle, unused } from './rows.ts';

export const ciLimitSettings = [
  ...obeyed('pipelines', [
    count(
      'ci_max_total_yaml_size_bytes',
      314572800,
      'Memory for one pipeline configuration with all includes, in bytes',
      { min: 0 },
    ),
    count('ci_max_includes', 150, 'Include directives allowed in one pipeline', { min: 0 }),
    count('max_yaml_size_bytes', 2097152, 'Largest single configuration file in bytes', { min: 1 }),
    count('max_yaml_depth', 100, 'Deepest nesting of included configuration', { min: 1 }),
    line(
      'external_pipeline_validation_service_url',
      null,
      'URL asked to accept or refuse each pipeline',
    ),
    secret('external_pipeline_validation_service_token', null, 'Token sent to that service'),
    count(
      'external_pipeline_validation_service_timeout',
      null,
      'Seconds to wait; a time-out counts as accepted',
      { min: 1 },
    ),
  ]),
  ...obeyed('projects', [
    line(
      'default_ci_config_path',
      null,
      'Configuration path for new projects; no leading slash, no dot-dot; at most 255 characters (max is a length)',
      { max: 255 },
    ),
  ]),
  ...obeyed('ci-jobs', [
    line(
      'archive_builds_in_human_readable',
      null,
      'Age at which jobs are archived, as a duration of at least one day; empty means never',
    ),
  ]),
] as const;

export const ciSettings = unused('Jobs are run by external systems; this server records them', [
  toggle('allow_runner_registration_token', true, 'Runners may register with a registration token'),
  line(
    'auto_devops_domain',
    null,
    'Domain for review and deploy environments; must be a host name while auto DevOps is on',
  ),
  toggle('auto_devops_enabled', true, 'Default pipelines for projects without configuration'),
  toggle(
    'ci_job_live_trace_enabled',
    false,
    'Upload job logs in pieces while a job runs; needs object storage',
  ),
  line('default_artifacts_expire_in', '30 days', 'Default life of job artifacts, as a duration'),
  toggle(
    'enable_artifact_external_redirect_warning_page',
    true,
    'Warn before opening artifact pages on the static-pages host',
  ),
  toggle(
    'enforce_ci_inbound_job_token_scope_enabled',
    true,
    'Job tokens reach only allow-listed projects',
  ),
  count('group_runner_token_expiration_interval', null, 'Life of group runner tokens in seconds', {
    min: 7200,
  }),
  count('jobs_per_stage_page_size', 200, 'Jobs shown per stage before paging', { min: 0 }),
  toggle(
    'keep_latest_artifact',
    true,
    'Keep artifacts of the newest successful job regardless of expiry',
  ),
  count(
    'max_artifacts_content_include_size',
    5242880,
    'Largest artifact file that a pipeline may include, in bytes',
    { min: 1 },
  ),
  count('max_artifacts_size', 100, 'Largest artifact in MB', { min: 1 }),
  count(
    'project_runner_token_expiration_interval',
    null,
    'Life of project runner tokens in seconds',
    { min: 7200 },
  ),
  toggle('protected_ci_variables', true, 'New CI variables are protected'),
  line('required_instance_ci_template', null, 'Template added to every pipeline'),
  count('runner_token_expiration_interval', null, 'Life of instance runner tokens in seconds', {
    min: 7200,
  }),
  toggle('shared_runners_enabled', true, 'Instance runners are on for new projects', {
    requires: ['shared_runners_text'],
  }),
  count('shared_runners_minutes', 0, 'Compute minutes a group may use per month; 0 unlimited', {
    min: 0,
  }),
  prose('shared_runners_text', null, 'Markdown shown beside instance runners'),
  toggle('show_migrate_from_jenkins_banner', true, 'Show a migration banner for another CI server'),
  toggle('suggest_pipeline_enabled', true, 'Suggest a first pipeline in merge requests'),
  toggle('update_runner_versions_enabled', true, 'Fetch runner release data from the vendor'),
  list('valid_runner_registrars', ['project', 'group'], 'Levels at which runners may register', {
    options: ['project', 'group'],
  }),
]);
