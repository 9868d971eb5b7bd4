import type * as z from 'zod';
import type { member } from '#contract/members.ts';
import type { Ctx, User } from '../../context.ts';
import { presentUserSummary } from '../users/present.ts';
import type { MemberRow } from './repository.ts';

/** A member's record; `people` holds the member and who added them. */
export function presentMember(
  ctx: Ctx,
  row: MemberRow,
  people: ReadonlyMap<number, User>,
): z.output<typeof member> {
  const user = people.get(row.user_id);
  const createdBy = people.get(row.created_by_id ?? 0);
  if (user === undefined) throw new Error('a member without a user');
  return {
    ...presentUserSummary(ctx, user),
    access_level: row.access_level,
    created_at: row.created_at,
    ...(createdBy === undefined ? {} : { created_by: presentUserSummary(ctx, createdBy) }),
    expires_at: row.expires_at,
    membership_state: 'active',
  };
}
