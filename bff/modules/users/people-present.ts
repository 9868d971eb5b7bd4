import type { Page, UserSummary } from '#contract/common.ts';
import type { Ctx } from '../../context.ts';
import { presentUserSummary } from './present.ts';
import { usersById } from './rules.ts';

/** One page of people in the order of their ids here; those who are gone are left out. */
export async function personPage(
  ctx: Ctx,
  ids: readonly number[],
  paging: { offset: number; perPage: number },
): Promise<Page<UserSummary>> {
  const users = await usersById(ctx, ids);
  const found = ids.flatMap((id) => users.get(id) ?? []);
  const page = found.slice(paging.offset, paging.offset + paging.perPage);
  return { rows: page.map((user) => presentUserSummary(ctx, user)), total: found.length };
}
