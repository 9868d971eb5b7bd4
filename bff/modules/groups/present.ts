import type * as z from 'zod';
import type { group } from '#contract/groups.ts';
import type { Ctx } from '../../context.ts';
import { type BranchDefaults, codeOfDefaults } from '../application-settings/branch-protection.ts';
import { settingsOf } from '../application-settings/rules.ts';
import type { Group } from './repository.ts';

type GroupRecord = z.output<typeof group>;

/** A group's record. */
export const presentGroup = async (ctx: Ctx, row: Group): Promise<GroupRecord> =>
  recordOf(ctx, row, await usualDefaults(ctx));

/** The records of several groups. */
export async function presentGroups(ctx: Ctx, rows: readonly Group[]): Promise<GroupRecord[]> {
  const usual = await usualDefaults(ctx);
  return rows.map((row) => recordOf(ctx, row, usual));
}

/** How the instance protects first branches, where a group does not say so itself. */
const usualDefaults = async (ctx: Ctx): Promise<BranchDefaults> =>
  (await settingsOf(ctx)).default_branch_protection_defaults;

const recordOf = (ctx: Ctx, row: Group, usual: BranchDefaults): GroupRecord => ({
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
  default_branch_protection: codeOfDefaults(ownDefaults(row) ?? usual),
  default_branch_protection_defaults: ownDefaults(row) ?? usual,
  membership_lock: false,
  ldap_cn: null,
  ldap_access: null,
  marked_for_deletion_on: row.marked_for_deletion_at?.slice(0, 10) ?? null,
  runners_token: null,
  file_template_project_id: null,
});

const ownDefaults = ({ default_branch_protection_defaults: own }: Group) =>
  // Written by the contract's shape alone.
  own === null ? undefined : (JSON.parse(own) as BranchDefaults);
