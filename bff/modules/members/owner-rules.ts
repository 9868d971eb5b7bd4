import type { Ctx, User } from '../../context.ts';
import { listOwners } from './repository.ts';

/** Who has the whole say in a namespace, the oldest first. */
export const ownersOf = (ctx: Ctx, namespaceId: number): Promise<User[]> =>
  listOwners(ctx.db, namespaceId);
