import type { Page } from '#contract/common.ts';
import { type Ctx, now } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import { findHighestRole, listMemberships, type Membership } from './membership-repository.ts';
import type { SourceType } from './repository.ts';

/** One page of the groups and projects of which a user is a direct member. */
export const membershipPage = (
  ctx: Ctx,
  of: { userId: number; type?: SourceType },
  paging: Slice,
): Promise<Page<Membership>> => listMemberships(ctx.db, of, paging);

/** The highest role that a user has in any group or project; null for a member of none. */
export const highestRole = (ctx: Ctx, userId: number): Promise<number | null> =>
  findHighestRole(ctx.db, userId, now(ctx).slice(0, 10));
