import type { Ctx, User } from '../../context.ts';
import { conflict, invalid } from '../../errors.ts';
import { holdPaths, moveNamespace } from '../namespaces/path-rules.ts';
import { changeNamespace, namespaceByPath, userNamespace } from '../namespaces/rules.ts';
import { findUserByUsername } from './repository.ts';

interface Names {
  readonly username?: string | undefined;
  readonly name?: string | undefined;
}

/** The columns of a new username; 409 where a user has it, 400 where a group has its path. */
export async function newUsername(
  ctx: Ctx,
  user: User,
  { username }: Names,
): Promise<{ username: string; username_lower: string } | undefined> {
  if (username === undefined || username === user.username) return undefined;
  const other = await findUserByUsername(ctx.db, username);
  if (other !== undefined && other.id !== user.id) {
    throw conflict('Username has already been taken');
  }
  const place = await namespaceByPath(ctx, username);
  if (place !== undefined && place.owner_id !== user.id) {
    throw invalid({ username: ['has already been taken'] });
  }
  return { username, username_lower: username.toLowerCase() };
}

/**
 * Gives the personal namespace the name of its user and moves it, with the projects in it, to the
 * path of the new username; the old paths lead on. Call inside `transact`.
 */
export async function renamePlace(ctx: Ctx, user: User, names: Names): Promise<void> {
  const { username = user.username, name = user.name } = names;
  if (username === user.username && name === user.name) return;
  await holdPaths(ctx);
  const place = await userNamespace(ctx, user.id);
  if (place === undefined) return;
  await moveNamespace(ctx, place, username);
  await changeNamespace(ctx, place, { path: username, name });
}
