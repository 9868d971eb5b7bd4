import type { AwardEmoji } from '#contract/award-emoji.ts';
import type { Ctx } from '../../context.ts';
import { presentUserSummary } from '../users/present.ts';
import { usersById } from '../users/rules.ts';
import type { Award } from './rules.ts';

/** Awards with the people who gave them, all fetched at once. */
export async function presentAwards(ctx: Ctx, rows: readonly Award[]): Promise<AwardEmoji[]> {
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
      ...awardableOf(row),
      // Emoji of this server have no picture of their own.
      url: null,
    };
  });
}

/** What it was given to. */
function awardableOf(row: Award): Pick<AwardEmoji, 'awardable_id' | 'awardable_type'> {
  if (row.note_id !== null) return { awardable_id: row.note_id, awardable_type: 'Note' };
  return row.merge_request_id === null
    ? { awardable_id: row.issue_id ?? 0, awardable_type: 'Issue' }
    : { awardable_id: row.merge_request_id, awardable_type: 'MergeRequest' };
}

/** One award's record. */
export async function presentAward(ctx: Ctx, row: Award): Promise<AwardEmoji> {
  const [record] = await presentAwards(ctx, [row]);
  if (record === undefined) throw new Error('an award without a giver');
  return record;
}
