import { toggle, unused } from './rows.ts';

export const networkAccessSettings = unused('No rule of this server asks for it yet', [
  toggle(
    'allow_local_requests_from_system_hooks',
    true,
    'System hooks may reach private addresses',
  ),
]);
