import { count, line, list, secret, toggle, unused } from './rows.ts';

export const advancedSearchSettings = unused('This server has no search cluster', [
  toggle('elasticsearch_aws', false, 'The cluster is hosted by the cloud vendor'),
  line('elasticsearch_aws_access_key', null, 'Cloud access key'),
  line('elasticsearch_aws_region', 'us-east-1', 'Cloud region; needed with elasticsearch_aws'),
  secret('elasticsearch_aws_secret_access_key', null, 'Cloud secret key; masked like the password'),
  count('elasticsearch_client_request_timeout', 0, 'Request time-out in seconds; 0 default', {
    min: 0,
  }),
  count('elasticsearch_indexed_field_length_limit', 0, 'Largest indexed text field; 0 no limit', {
    min: 0,
  }),
  count('elasticsearch_indexed_file_size_limit_kb', 1024, 'Largest indexed file in KiB', {
    min: 1,
  }),
  toggle('elasticsearch_indexing', false, 'Index content', { needs: ['elasticsearch_url'] }),
  toggle('elasticsearch_limit_indexing', false, 'Index only chosen namespaces and projects'),
  count('elasticsearch_max_bulk_concurrency', 10, 'Parallel bulk requests', { min: 1 }),
  count('elasticsearch_max_bulk_size_mb', 10, 'Size of a bulk request in MB', { min: 1 }),
  count(
    'elasticsearch_max_code_indexing_concurrency',
    30,
    'Parallel code indexing jobs; 0 no limit',
    { min: 0 },
  ),
  list('elasticsearch_namespace_ids', [], 'Namespaces to index (real element type is integer)'),
  secret(
    'elasticsearch_password',
    null,
    'Password of the search cluster; reads return five asterisks, and sending them back leaves it unchanged; at most 255 characters (max is a length)',
    { max: 255 },
  ),
  toggle('elasticsearch_pause_indexing', false, 'Pause indexing'),
  list('elasticsearch_project_ids', [], 'Projects to index (real element type is integer)'),
  toggle('elasticsearch_requeue_workers', false, 'Queue indexing workers again until done'),
  count('elasticsearch_retry_on_failure', 0, 'Retries of a failed search', { min: 0 }),
  toggle('elasticsearch_search', false, 'Search through the index'),
  line(
    'elasticsearch_url',
    '',
    'Comma-separated addresses; http or https; needed while indexing is on',
  ),
  line(
    'elasticsearch_username',
    null,
    'User of the search cluster; at most 255 characters (max is a length)',
    { max: 255 },
  ),
  count('elasticsearch_worker_number_of_shards', 2, 'Indexing worker shards', { min: 1, max: 16 }),
]);
