import type { Db } from '../../db/open.ts';

/** Uses up a step of time; false where it or a later one was used, however many ask at once. */
export async function takeStep(db: Db, userId: number, step: number): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ otp_last_step: step })
    .where('id', '=', userId)
    .where((e) => e.or([e('otp_last_step', 'is', null), e('otp_last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Puts the codes that are left in the place of those that were; false where others are there. */
export async function takeRecoveryCodes(
  db: Db,
  userId: number,
  codes: { from: string | null; to: string },
): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ otp_recovery: codes.to })
    .where('id', '=', userId)
    .where('otp_recovery', '=', codes.from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
