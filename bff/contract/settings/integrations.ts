import { hash, line, list, obeyed, secret, toggle, unused } from './rows.ts';
import { shapes } from './shapes.ts';

/** Which integrations may be set up. */
export const allowedIntegrationsSettings = obeyed('integrations', [
  toggle('allow_all_integrations', true, 'False limits integrations to the list'),
  list(
    'allowed_integrations',
    [],
    'Integration names allowed while allow_all_integrations is false; unknown names are refused',
  ),
]);

export const integrationsSettings = unused('This server does not talk to that service', [
  hash(
    'editor_extension_marketplace',
    {},
    'Object describing the editor extension source; holds an enabled boolean (false by default) plus preset and URLs',
    { aliases: ['vscode_extension_marketplace'], shape: shapes.editor_extension_marketplace },
  ),
  line('eks_access_key_id', null, 'Access key id, 16 to 128 characters'),
  line('eks_account_id', null, 'Cloud account id (12 digits)'),
  toggle('eks_integration_enabled', false, 'Enable the managed-cluster integration', {
    requires: ['eks_account_id', 'eks_access_key_id', 'eks_secret_access_key'],
  }),
  secret('eks_secret_access_key', null, 'Secret key; never returned by reads'),
  toggle('gitpod_enabled', false, 'Enable the cloud workspace service', {
    requires: ['gitpod_url'],
  }),
  line('gitpod_url', '', 'URL of that service'),
  line(
    'issue_tracker_connect_additional_audience_url',
    null,
    'Extra token audience for that app; public URL, at most 255 characters (max is a length)',
    { max: 255, aliases: ['jira_connect_additional_audience_url'] },
  ),
  line(
    'issue_tracker_connect_application_key',
    null,
    'OAuth application id for the issue-tracker cloud app; at most 255 characters (max is a length)',
    { max: 255, aliases: ['jira_connect_application_key'] },
  ),
  line(
    'issue_tracker_connect_proxy_url',
    null,
    'Proxy instance for that app; public URL, at most 255 characters (max is a length)',
    { max: 255, aliases: ['jira_connect_proxy_url'] },
  ),
  toggle(
    'issue_tracker_connect_public_key_storage_enabled',
    false,
    'Serve public keys for that app',
    { aliases: ['jira_connect_public_key_storage_enabled'] },
  ),
  toggle('receptive_cluster_agents_enabled', false, 'Cluster agents may be called by the server'),
  toggle('slack_app_enabled', false, 'Enable the chat app', {
    requires: [
      'slack_app_id',
      'slack_app_secret',
      'slack_app_signing_secret',
      'slack_app_verification_token',
    ],
  }),
  line('slack_app_id', null, 'Client id of the chat app'),
  secret('slack_app_secret', null, 'Client secret of the chat app'),
  secret('slack_app_signing_secret', null, 'Request-signing secret of the chat app'),
  secret('slack_app_verification_token', null, 'Old verification token of the chat app'),
]);
