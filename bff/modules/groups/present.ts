import type * as z from 'zod';
import type { group } from '#contract/groups.ts';
import type { Ctx } from '../../context.ts';
import type { Group } from './repository.ts';

/** A group's record. */
export const presentGroup = (ctx: Pick<Ctx, 'publicUrl'>, row: Group): z.output<typeof group> => ({
  id: row.id,
  web_url: `${ctx.publicUrl}/groups/${row.full_path}`,
  name: row.name,
  path: row.path,
  description: row.description,
  visibility: row.visibility,
  share_with_group_lock: false,
  require_two_factor_authentication: false,
  two_factor_grace_period: 48,
  project_creation_level: row.project_creation_level,
  auto_devops_enabled: null,
  subgroup_creation_level: row.subgroup_creation_level,
  emails_disabled: false,
  emails_enabled: true,
  mentions_disabled: null,
  lfs_enabled: true,
  default_branch: null,
  avatar_url: null,
  request_access_enabled: true,
  full_name: row.full_name,
  full_path: row.full_path,
  created_at: row.created_at,
  parent_id: row.parent_id,
  // The first branch is protected: Maintainers push and merge.
  default_branch_protection: 2,
  membership_lock: false,
  ldap_cn: null,
  ldap_access: null,
  marked_for_deletion_on: row.marked_for_deletion_at?.slice(0, 10) ?? null,
  runners_token: null,
  file_template_project_id: null,
});
