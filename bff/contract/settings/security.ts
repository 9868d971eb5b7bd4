import { count, list, obeyed, prose, toggle, unused } from './rows.ts';

export const securityContactSettings = [
  ...obeyed('bootstrap', [
    prose(
      'security_txt_content',
      null,
      'Text served at the well-known security.txt path; at most 2048 characters (max is a length)',
      { max: 2048 },
    ),
  ]),
] as const;

export const securitySettings = unused('This server has no security policies', [
  list(
    'package_metadata_purl_types',
    null,
    'Package ecosystems whose advisory metadata is synchronised; numeric ids (real element type is integer)',
  ),
  count(
    'scan_execution_policies_action_limit',
    10,
    'Actions per scan execution policy; 0 no limit',
    { min: 0, max: 20 },
  ),
  count(
    'scan_execution_policies_schedule_limit',
    0,
    'Schedule rules per scan execution policy; 0 no limit',
    { min: 0, max: 20 },
  ),
  toggle(
    'secret_push_protection_available',
    false,
    'Projects may switch on secret push protection; dedicated offering must store true or false',
  ),
  count('security_approval_policies_limit', 5, 'Active approval policies per policy project', {
    min: 5,
    max: 20,
  }),
  toggle(
    'security_policy_global_group_approvers_enabled',
    true,
    'Look approver groups up across the instance',
  ),
]);
