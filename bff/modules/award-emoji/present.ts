import type { AwardEmoji } from '#contract/award-emoji.ts';
import type { Ctx } from '../../context.ts';
import { presentUserSummary } from '../users/present.ts';
import { usersById } from '../users/rules.ts';
import type { Award, AwardTarget } from './rules.ts';

/** Awards with the people who gave them, all fetched at once. */
export async function presentAwards(
  ctx: Ctx,
  target: AwardTarget,
  rows: readonly Award[],
): Promise<AwardEmoji[]> {
  const users = await usersById(
    ctx,
    rows.map((row) => row.user_id),
  );
  return rows.flatMap((row) => {
    const user = users.get(row.user_id);
    if (user === undefined) return [];
    return {
      id: row.id,
      name: row.name,
      user: presentUserSummary(ctx, user),
      created_at: row.created_at,
      updated_at: row.updated_at,
      awardable_id: target.id,
      awardable_type: target.type,
      // Emoji of this server have no picture of their own.
      url: null,
    };
  });
}

/** One award's record. */
export async function presentAward(ctx: Ctx, target: AwardTarget, row: Award): Promise<AwardEmoji> {
  const [record] = await presentAwards(ctx, target, [row]);
  if (record === undefined) throw new Error('an award without a giver');
  return record;
}
