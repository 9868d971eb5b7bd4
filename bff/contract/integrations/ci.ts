import type { IntegrationKind } from './kind.ts';
import { toggle } from '../settings/rows.ts';
import { address, key, needed, optional, rowsOf, verification } from './rows.ts';

/** Servers that build, and what tells them of pushes. */
export const ciServers: readonly IntegrationKind[] = [
  {
    slug: 'bamboo',
    title: 'Atlassian Bamboo',
    family: 'ci',
    about: 'Each push starts the build plan; the plan needs automatic revision labels',
    fields: rowsOf(
      address('ci_server_url', 'Root URL of the CI server', {
        aliases: ['bamboo_url'],
        exposes: ['build_key', 'password'],
      }),
      verification,
      key('build_key', 'Key of the build plan'),
      needed('username', 'A user with access to the API'),
      key('password', 'Password of that user'),
    ),
    events: ['push_events'],
  },
  {
    slug: 'buildkite',
    title: 'Buildkite',
    family: 'ci',
    about: 'Each push, tag and merge request is posted to the pipeline',
    signs: true,
    fields: rowsOf(
      key('token', 'Token of the pipeline’s webhook'),
      address('project_url', 'URL of the pipeline', { exposes: ['token'] }),
      { ...verification, readonly: true, help: 'Deprecated: certificates are always checked' },
    ),
    events: ['push_events', 'merge_requests_events', 'tag_push_events'],
  },
  {
    slug: 'datadog',
    title: 'Datadog',
    family: 'ci',
    about: 'Each change of a pipeline and of its jobs is posted, so that they can be watched there',
    signs: true,
    fields: rowsOf(
      key('api_key', 'API key of the account'),
      toggle('datadog_ci_visibility', true, 'Pipelines and jobs are told'),
      optional('datadog_site', 'Site that the account is of; blank means datadoghq.com', {
        pattern: { source: '^[A-Za-z0-9][A-Za-z0-9.-]{0,200}$', says: 'must be a host name' },
        exposes: ['api_key'],
      }),
      optional('api_url', 'Full URL that is posted to, in place of the site', {
        url: true,
        exposes: ['api_key'],
      }),
      optional('datadog_service', 'Name of this server there'),
      optional('datadog_env', 'Environment that is told'),
      optional('datadog_tags', 'Tags of each event, one in a line: name:value'),
    ),
    events: ['pipeline_events', 'job_events'],
  },
  {
    slug: 'mock-ci',
    title: 'MockCI',
    family: 'ci',
    about: 'In development: the status of a pushed commit is read from there',
    fields: rowsOf(address('mock_service_url', 'Where statuses are asked'), verification),
    events: ['push_events'],
    development: true,
  },
];

/** What is told of new versions of packages. */
export const packageRegistries: readonly IntegrationKind[] = [
  {
    slug: 'packagist',
    title: 'Packagist',
    family: 'packages',
    about: 'The registry reads the package anew after each push, tag and merge request',
    signs: true,
    fields: rowsOf(
      needed('username', 'Account at the package server'),
      key('token', 'API token of the account'),
      optional('server', 'URL of the package server; blank means the public one', {
        url: true,
        saidBoolean: true,
        exposes: ['token'],
      }),
    ),
    events: ['push_events', 'merge_requests_events', 'tag_push_events'],
  },
];
