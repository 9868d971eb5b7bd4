import type { Ctx } from '../../context.ts';
import { holdLock } from '../../db/portable.ts';
import { invalid } from '../../errors.ts';
import { findRedirect, type Move, movePathsBelow, moveRoutes } from './path-repository.ts';
import { pathProblem, refuseReservedPath } from './paths.ts';
import { findRoute, type Namespace } from './repository.ts';

/**
 * Nobody else gives, changes or takes away a path before the transaction ends. Call it first inside
 * `transact`, then read again what paths are built from: what was read before may be old.
 */
export const holdPaths = (ctx: Ctx): Promise<void> => holdLock(ctx.db, ctx.dialect, 'paths');

/** Throws 400 where a project or group may not get this path; `top` for one without a parent. */
export function checkNewPath(path: string, { top }: { top: boolean }): void {
  const text = pathProblem(path);
  if (text !== undefined) throw invalid({ path: [text] });
  if (top) refuseReservedPath(path);
}

/** The full path with another last part. */
export const renamedPath = (fullPath: string, path: string): string =>
  fullPath.slice(0, fullPath.lastIndexOf('/') + 1) + path;

/**
 * Gives a project or group, and all below it, another full path; the old one leads to it until
 * somebody takes it. Throws 400 where it is taken. Call after `holdPaths`.
 */
export async function moveRoute(ctx: Ctx, { before, after }: Move): Promise<void> {
  const lower = { before: before.toLowerCase(), after: after.toLowerCase() };
  if (lower.before === lower.after) return;
  if (await findRoute(ctx.db, lower.after)) {
    throw invalid({ path: ['has already been taken'] });
  }
  if (!(await moveRoutes(ctx.db, lower))) throw new Error(`${before} has no route to move`);
}

/** The same for a namespace, whose full path is part of those below it. Call after `holdPaths`. */
export async function moveNamespace(ctx: Ctx, namespace: Namespace, after: string): Promise<void> {
  const move = { before: namespace.full_path, after };
  await moveRoute(ctx, move);
  await movePathsBelow(ctx.db, namespace.id, move);
}

/** The id of the project or group that had this full path before; undefined for none. */
export async function movedFrom(
  ctx: Ctx,
  path: string,
  type: 'Namespace' | 'Project',
): Promise<number | undefined> {
  const redirect = await findRedirect(ctx.db, path.toLowerCase());
  return redirect?.source_type === type ? redirect.source_id : undefined;
}
