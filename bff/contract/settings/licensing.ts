import { toggle, unused } from './rows.ts';

export const licensingSettings = unused('This server has no licences', [
  toggle(
    'automatic_purchased_storage_allocation',
    false,
    'Give bought storage to a namespace automatically',
  ),
  toggle('check_namespace_plan', false, 'Licensed features follow the plan of the namespace'),
  toggle(
    'enable_member_promotion_management',
    false,
    'Administrators approve promotions to billable roles',
  ),
  toggle('enforce_namespace_storage_limit', false, 'Enforce the storage limit of namespaces'),
]);
