import type { Page } from '#contract/common.ts';
import type { Ctx } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import { listMemberships, type Membership } from './membership-repository.ts';
import type { SourceType } from './repository.ts';

/** One page of the groups and projects of which a user is a direct member. */
export const membershipPage = (
  ctx: Ctx,
  of: { userId: number; type?: SourceType },
  paging: Slice,
): Promise<Page<Membership>> => listMemberships(ctx.db, of, paging);
