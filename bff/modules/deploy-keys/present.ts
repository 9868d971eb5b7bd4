import type * as z from 'zod';
import type {
  DeployKeyOnScreen,
  deployKeys,
  InventoryDeployKey,
  ProjectDeployKey,
} from '#contract/deploy-keys.ts';
import { type Ctx, now } from '../../context.ts';
import type { Project } from '../projects/rules.ts';
import { takenForGit } from '../ssh-keys/sign-in-rules.ts';
import { presentUserSummary } from '../users/present.ts';
import { usersById } from '../users/rules.ts';
import { projectCounts, projectsOfKeys } from './list-rules.ts';
import { rightsOf } from './rights-rules.ts';
import type { DeployKeyRow, Enabled, Link } from './rules.ts';

type DeployKey = z.output<(typeof deployKeys)['createForInstance']['response']>;
type InstanceKey = z.output<(typeof deployKeys)['listAll']['response']>[number];

/** A key's record. */
export const presentDeployKey = (row: DeployKeyRow): DeployKey => ({
  id: row.id,
  title: row.title,
  created_at: row.created_at,
  expires_at: row.expires_at,
  last_used_at: row.last_used_at,
  key: row.key,
  usage_type: row.usage_type,
  ...(row.fingerprint === null ? {} : { fingerprint: row.fingerprint }),
  fingerprint_sha256: row.fingerprint_sha256,
});

/** A key's record in a project. */
export const presentEnabled = ({ key, link }: Enabled): ProjectDeployKey => ({
  ...presentDeployKey(key),
  can_push: link.can_push === 1,
});

const identityOf = (project: Project) => ({
  id: project.id,
  description: project.description,
  name: project.name,
  name_with_namespace: project.full_name,
  path: project.path,
  path_with_namespace: project.full_path,
  created_at: project.created_at,
});

/** Keys of the instance with the projects that they open. */
export async function presentInstanceKeys(
  ctx: Ctx,
  rows: readonly DeployKeyRow[],
): Promise<InstanceKey[]> {
  const projects = await projectsOfKeys(ctx, rows);
  return rows.map((row) => {
    const of = projects.get(row.id) ?? [];
    const those = (canPush: boolean) =>
      of.filter((one) => one.canPush === canPush).map((one) => identityOf(one.project));
    return {
      ...presentDeployKey(row),
      projects_with_write_access: those(true),
      projects_with_readonly_access: those(false),
    };
  });
}

async function traitsOf(ctx: Ctx, rows: readonly DeployKeyRow[]) {
  const creators = await usersById(
    ctx,
    rows.map((row) => row.creator_id),
  );
  const taken = new Set<number>();
  for (const row of rows) if (await takenForGit(ctx, row)) taken.add(row.id);
  return (row: DeployKeyRow) => {
    const creator = creators.get(row.creator_id ?? 0);
    return {
      public: row.public === 1,
      key_type: row.key_type,
      bits: row.bits,
      works_for_git: taken.has(row.id),
      expired: row.expires_at !== null && row.expires_at <= now(ctx),
      created_by: creator === undefined ? null : presentUserSummary(ctx, creator),
    };
  };
}

/** Keys as a project's screen shows them. */
export async function presentOnScreen(
  ctx: Ctx,
  project: Project,
  page: { rows: readonly DeployKeyRow[]; links: ReadonlyMap<number, Link> },
): Promise<DeployKeyOnScreen[]> {
  const traits = await traitsOf(ctx, page.rows);
  const counts = await projectCounts(ctx, page.rows);
  const rights = await rightsOf(ctx, project, page.links.values());
  return page.rows.map((row) => {
    const link = page.links.get(row.id);
    const right = link && rights.get(link.id);
    const voucher = right?.voucher;
    return {
      ...presentDeployKey(row),
      ...traits(row),
      can_push: link?.can_push === 1,
      enabled: link !== undefined,
      projects_count: counts.get(row.id) ?? 0,
      vouched_by: voucher === undefined ? null : presentUserSummary(ctx, voucher),
      opens: right?.opens ?? 'none',
    };
  });
}

/** Keys as the inventory shows them. */
export async function presentInventory(
  ctx: Ctx,
  rows: readonly DeployKeyRow[],
): Promise<InventoryDeployKey[]> {
  const traits = await traitsOf(ctx, rows);
  const records = await presentInstanceKeys(ctx, rows);
  return rows.flatMap((row, at) => {
    const record = records[at];
    return record === undefined ? [] : [{ ...record, ...traits(row) }];
  });
}
