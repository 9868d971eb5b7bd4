import { count, line, obeyed, toggle, unused } from './rows.ts';

export const maintenanceModeSettings = obeyed('sessions', [
  toggle('maintenance_mode', false, 'Non-administrators get read-only access'),
  line('maintenance_mode_message', null, 'Text shown meanwhile'),
]);

export const silentSettings = [
  ...obeyed('mails', [
    toggle('silent_mode_enabled', false, 'Suppress outgoing mail and most outgoing requests'),
  ]),
] as const;

export const templateSettings = obeyed('dockerfile-templates', [
  count('file_template_project_id', null, 'Project that supplies instance-wide file templates'),
]);

export const maintenanceSettings = unused('This server has no secondary sites and no such mode', [
  line(
    'geo_node_allowed_ips',
    '0.0.0.0/0, ::/0',
    'Addresses and ranges of secondary sites; required, CIDR-checked, at most 255 characters (max is a length)',
    { max: 255 },
  ),
  count('geo_status_timeout', 10, 'Seconds before a status request fails'),
  count('max_terraform_state_size_bytes', 0, 'Largest state file in bytes; 0 unlimited', {
    min: 0,
  }),
  count('terminal_max_session_time', 0, 'Seconds a terminal connection may last; 0 unlimited', {
    min: 0,
  }),
  toggle('use_columnar_store_for_analytics', false, 'Use the columnar database for reports', {
    aliases: ['use_clickhouse_for_analytics'],
  }),
]);
