import type { Page } from '#contract/common.ts';
import { actingUserId, type Ctx, isAdministrator, viewerOf } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import { DomainError, notFound } from '../../errors.ts';
import { authorizeGroup } from '../groups/rules.ts';
import {
  countMembersBelow,
  listNamespaces,
  listOwned,
  type NamespaceFilter,
} from './list-repository.ts';
import { findNamespace, findRoute, type Namespace } from './repository.ts';
import { namespaceByPath } from './rules.ts';

/** One page of the namespaces that the caller belongs to. */
export const namespacePage = (
  ctx: Ctx,
  filter: NamespaceFilter,
  paging: Slice,
): Promise<Page<Namespace>> => listNamespaces(ctx.db, { viewer: viewerOf(ctx), filter }, paging);

/** The namespace of an id or full path for one who belongs to it; else 404. */
export async function readNamespace(ctx: Ctx, idOrPath: string): Promise<Namespace> {
  const id = /^\d{1,15}$/.test(idOrPath)
    ? Number(idOrPath)
    : (await namespaceByPath(ctx, idOrPath))?.id;
  const page = await namespacePage(ctx, { id: id ?? 0 }, { offset: 0, perPage: 1 });
  const [namespace] = page.rows;
  if (namespace === undefined) throw notFound('Namespace');
  return namespace;
}

/** Counts of members for those of these namespaces that the caller administers. */
export async function membersBelow(
  ctx: Ctx,
  rows: readonly Namespace[],
): Promise<Map<number, number>> {
  const ids = rows.map((row) => row.id);
  const own = isAdministrator(ctx) ? ids : await listOwned(ctx.db, ids, actingUserId(ctx));
  const counts = await countMembersBelow(ctx.db, own);
  return new Map(own.map((id) => [id, counts.get(id) ?? 0]));
}

async function isSeen(ctx: Ctx, namespace: Namespace | undefined): Promise<boolean> {
  if (namespace?.kind !== 'group') return namespace !== undefined;
  try {
    await authorizeGroup(ctx, String(namespace.id), 'read_group');
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

/** Each costs a look-up. */
const mostTried = 20;

/** Whether a path is taken below a parent or at the top, with a free one like it where it is. */
export async function pathTaken(
  ctx: Ctx,
  path: string,
  parentId: number | undefined,
): Promise<{ exists: boolean; suggests: string[] }> {
  const parent = parentId === undefined ? undefined : await findNamespace(ctx.db, parentId);
  // Below a group that may not be seen nothing is there, as below one that is none.
  if (parentId !== undefined && !(await isSeen(ctx, parent)))
    return { exists: false, suggests: [] };
  const above = parent === undefined ? '' : `${parent.full_path}/`;
  const isTaken = async (name: string) =>
    (await findRoute(ctx.db, `${above}${name}`.toLowerCase())) !== undefined;
  if (!(await isTaken(path))) return { exists: false, suggests: [] };
  for (let number = 1; number <= mostTried; number += 1) {
    if (!(await isTaken(`${path}${number}`))) {
      return { exists: true, suggests: [`${path}${number}`] };
    }
  }
  return { exists: true, suggests: [] };
}
