import type { Page } from '#contract/common.ts';
import { isoOf } from '../../clock.ts';
import { type Ctx, now, viewerOf } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import { type Project, projectsById } from '../projects/rules.ts';
import { ownerOfKeys } from '../ssh-keys/rules.ts';
import {
  countLinks,
  type DeployKeyRow,
  findAccessible,
  listForProject,
  listInventory,
  type Link,
  listLinks,
  listShared,
} from './repository.ts';

const day = 86_400_000;
const unusedDays = 90;
const expiringDays = 30;

/** One page of a project's deploy keys with their links, or of those that it could enable. */
export async function projectKeyPage(
  ctx: Ctx,
  project: Project,
  wanted: { scope: 'enabled' | 'available'; search?: string | undefined; paging: Slice },
): Promise<Page<DeployKeyRow> & { links: ReadonlyMap<number, Link> }> {
  const { scope, search, paging } = wanted;
  const page = await listForProject(
    ctx.db,
    { projectId: project.id, scope, viewer: viewerOf(ctx), ...(search && { search }) },
    paging,
  );
  const links = await listLinks(
    ctx.db,
    page.rows.map((row) => row.id),
    project.id,
  );
  return { ...page, links: new Map(links.map((link) => [link.deploy_key_id, link])) };
}

/** In how many projects keys are. */
export const projectCounts = (
  ctx: Ctx,
  rows: readonly DeployKeyRow[],
): Promise<Map<number, number>> =>
  countLinks(
    ctx.db,
    rows.map((row) => row.id),
  );

export interface InventoryQuery {
  public?: boolean | undefined;
  search?: string | undefined;
  state?: 'all' | 'unused' | 'expiring' | 'expired';
  access?: 'all' | 'write' | 'read' | 'none';
}

/** One page of the deploy keys of the instance. */
export function inventoryPage(
  ctx: Ctx,
  query: InventoryQuery,
  paging: Slice,
): Promise<Page<DeployKeyRow>> {
  const { state = 'all', ...filter } = query;
  const before = (days: number) => isoOf(ctx.clock.now() - days * day);
  const spans = {
    all: {},
    unused: { unusedSince: before(unusedDays) },
    expiring: { expires: { after: now(ctx), until: before(-expiringDays) } },
    expired: { expires: { until: now(ctx) } },
  };
  return listInventory(ctx.db, { ...filter, ...spans[state] }, paging);
}

/** The projects that keys open, by key. */
export async function projectsOfKeys(
  ctx: Ctx,
  rows: readonly DeployKeyRow[],
): Promise<Map<number, { project: Project; canPush: boolean }[]>> {
  const links = await listLinks(
    ctx.db,
    rows.map((row) => row.id),
  );
  const projects = await projectsById(
    ctx,
    links.map((link) => link.project_id),
  );
  const byKey = new Map<number, { project: Project; canPush: boolean }[]>();
  for (const link of links) {
    const project = projects.get(link.project_id);
    if (project === undefined) continue;
    const of = byKey.get(link.deploy_key_id) ?? [];
    of.push({ project, canPush: link.can_push === 1 });
    byKey.set(link.deploy_key_id, of);
  }
  return byKey;
}

/** One page of the keys of projects that a user shares with the caller, who maintains them. */
export async function sharedKeyPage(
  ctx: Ctx,
  idOrUsername: string,
  paging: Slice,
): Promise<Page<DeployKeyRow>> {
  const { id } = await ownerOfKeys(ctx, idOrUsername);
  return listShared(ctx.db, { userId: id, viewer: viewerOf(ctx) }, paging);
}

/** A deploy key of the instance; 404. */
export async function getAnyDeployKey(ctx: Ctx, id: number): Promise<DeployKeyRow> {
  const found = await findAccessible(ctx.db, { ...viewerOf(ctx), admin: true }, id);
  if (found === undefined) throw notFound('Deploy key');
  return found;
}
