import type { FieldDef } from '../field.ts';

export const networkSettings = [
  {
    key: 'allow_local_requests_from_web_hooks_and_services',
    type: 'boolean',
    default: false,
    aliases: ['allow_local_requests_from_hooks_and_services'],
    label: 'Allow requests to the local network',
    help: 'On: webhooks, integrations and imports may reach private addresses',
    enforced_by: 'outbound',
  },
  {
    key: 'outbound_local_requests_whitelist',
    type: 'string_list',
    default: [],
    max: 1000,
    label: 'Local addresses and names that are always allowed',
    help: 'Names, addresses and ranges such as 10.0.0.0/8, each with a port where wanted',
    enforced_by: 'outbound',
  },
  {
    key: 'deny_all_requests_except_allowed',
    type: 'boolean',
    default: false,
    label: 'Block every request except to allowed addresses',
    help: 'On: only the list of allowed names and addresses is reached',
    enforced_by: 'outbound',
  },
  {
    key: 'dns_rebinding_protection_enabled',
    type: 'boolean',
    default: true,
    label: 'Enforce protection against DNS rebinding',
    help: 'On: a name is resolved once, checked, and the checked address is called',
    enforced_by: 'outbound',
  },
] as const satisfies readonly FieldDef[];
