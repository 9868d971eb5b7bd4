import { accessLevels } from '#contract/abilities.ts';
import { actingUserId, type Ctx, now, type User } from '../../context.ts';
import { isUniqueViolation } from '../../db/portable.ts';
import type { NewRow } from '../../db/schema.ts';
import { invalid } from '../../errors.ts';
import {
  findNamespace,
  findRoute,
  findUserNamespace,
  insertAncestors,
  insertNamespace,
  insertOwner,
  insertRoute,
  listAbove,
  listUserNamespaceIds,
  type Namespace,
  renameBelow,
  replaceAncestors,
  updateNamespace,
} from './repository.ts';
import { deleteRedirect } from './path-repository.ts';
import { holdPaths } from './path-rules.ts';

export type { Namespace } from './repository.ts';

type NewNamespace = Pick<
  NewRow<'namespaces'>,
  'kind' | 'name' | 'path' | 'parent_id' | 'owner_id' | 'description' | 'visibility'
> &
  Partial<
    Pick<
      NewRow<'namespaces'>,
      'project_creation_level' | 'subgroup_creation_level' | 'default_branch_protection_defaults'
    >
  >;

/** Takes a full path; throws 400 when another has it in any case. Call after `holdPaths`. */
export async function claimRoute(
  ctx: Ctx,
  fullPath: string,
  owner: { type: 'Namespace' | 'Project'; id: number },
): Promise<void> {
  const lower = fullPath.toLowerCase();
  if (await findRoute(ctx.db, lower)) throw pathTaken();
  try {
    await deleteRedirect(ctx.db, lower);
    await insertRoute(ctx.db, {
      full_path_lower: lower,
      source_type: owner.type,
      source_id: owner.id,
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw pathTaken();
    throw error;
  }
}

const pathTaken = () => invalid({ path: ['has already been taken'] });

/**
 * Writes a namespace with its place in the tree, its route and its first owner. Call inside
 * `transact`; a parent is read after `holdPaths`.
 */
export async function addNamespace(
  ctx: Ctx,
  fields: NewNamespace,
  { parent, owner }: { parent: Namespace | undefined; owner: User },
): Promise<Namespace> {
  await holdPaths(ctx);
  const time = now(ctx);
  const namespace = await insertNamespace(ctx.db, {
    ...fields,
    full_path: parent === undefined ? fields.path : `${parent.full_path}/${fields.path}`,
    full_name: parent === undefined ? fields.name : `${parent.full_name} / ${fields.name}`,
    created_at: time,
    updated_at: time,
  });
  await insertAncestors(ctx.db, namespace);
  await claimRoute(ctx, namespace.full_path, { type: 'Namespace', id: namespace.id });
  await insertOwner(ctx.db, {
    source_type: 'Namespace',
    source_id: namespace.id,
    user_id: owner.id,
    access_level: accessLevels.owner,
    expires_at: null,
    created_by_id: actingUserId(ctx),
    created_at: time,
  });
  return namespace;
}

/** A user's personal namespace: its projects belong to the user alone. */
export const addUserNamespace = (ctx: Ctx, user: User): Promise<Namespace> =>
  addNamespace(
    ctx,
    {
      kind: 'user',
      name: user.name,
      path: user.username,
      parent_id: null,
      owner_id: user.id,
      description: '',
      visibility: 'public',
    },
    { parent: undefined, owner: user },
  );

/** The personal namespace of a user; bots have none. */
export const userNamespace = (ctx: Ctx, userId: number): Promise<Namespace | undefined> =>
  findUserNamespace(ctx.db, userId);

/** Ids of personal namespaces by user id. */
export async function userNamespaceIds(
  ctx: Ctx,
  userIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await listUserNamespaceIds(ctx.db, userIds);
  return new Map(rows.map((row) => [row.owner_id ?? 0, row.id]));
}

type NamespaceChange = Partial<
  Pick<
    Namespace,
    | 'name'
    | 'path'
    | 'description'
    | 'visibility'
    | 'project_creation_level'
    | 'subgroup_creation_level'
    | 'default_branch_protection_defaults'
  >
>;

/** Changes a namespace's own fields; full names below follow its name. Call inside `transact`. */
export async function changeNamespace(
  ctx: Ctx,
  namespace: Namespace,
  change: NamespaceChange,
): Promise<Namespace> {
  const name = change.name ?? namespace.name;
  const above = namespace.full_name.slice(0, namespace.full_name.length - namespace.name.length);
  const full_name = above + name;
  if (full_name !== namespace.full_name) {
    await renameBelow(ctx.db, namespace.id, { before: namespace.full_name, after: full_name });
  }
  return updateNamespace(ctx.db, namespace.id, { ...change, full_name, updated_at: now(ctx) });
}

/**
 * Puts a namespace below another, or at the top, with its full name and those below it. Paths are
 * moved by `moveNamespace`. Call inside `transact`.
 */
export async function placeNamespace(
  ctx: Ctx,
  namespace: Namespace,
  parent: Namespace | undefined,
): Promise<Namespace> {
  const { id, name } = namespace;
  const full_name = parent === undefined ? name : `${parent.full_name} / ${name}`;
  await renameBelow(ctx.db, id, { before: namespace.full_name, after: full_name });
  await replaceAncestors(ctx.db, id, parent?.id ?? 0);
  const parent_id = parent?.id ?? null;
  return updateNamespace(ctx.db, id, { parent_id, full_name, updated_at: now(ctx) });
}

/** The namespace of a full path in any case; undefined for none. */
export async function namespaceByPath(ctx: Ctx, path: string): Promise<Namespace | undefined> {
  const route = await findRoute(ctx.db, path.toLowerCase());
  return route?.source_type === 'Namespace' ? findNamespace(ctx.db, route.source_id) : undefined;
}

/** A namespace by id; undefined for none. */
export const getNamespace = (ctx: Ctx, id: number): Promise<Namespace | undefined> =>
  findNamespace(ctx.db, id);

/** The ids of a namespace and of those above it. */
export const namespacesAbove = async (ctx: Ctx, id: number): Promise<Set<number>> =>
  new Set(await listAbove(ctx.db, id));
