import { actingUser, type Ctx, now, type User } from '../../context.ts';
import { forbidden, invalid } from '../../errors.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { isLocked } from './lock.ts';
import { verifyPassword } from './password.ts';
import { countFailure, findUser, updateUserRow } from './repository.ts';

/** What holds while the settings name no number. */
const mostAttempts = 10;

/** What is said to whoever guessed too often. */
export const lockedOut = () =>
  forbidden('Your account is locked for a while after too many attempts');

/**
 * Judges a checked password or code by the user as of now: other guesses may have come meanwhile.
 * A wrong one counts. The user comes back for a right one, and whether the account is locked.
 */
export async function judgeGuess(
  ctx: Ctx,
  asked: User,
  isRight: boolean,
): Promise<{ user: User | undefined; locked: boolean }> {
  const most = (await settingsOf(ctx)).max_login_attempts ?? mostAttempts;
  const user = await findUser(ctx.db, asked.id);
  if (user === undefined) return { user, locked: false };
  const locked = isLocked(ctx, user);
  if (isRight && user.password_hash === asked.password_hash) return { user, locked };
  if (!locked && (await countFailure(ctx.db, user.id)) >= most) {
    await updateUserRow(ctx.db, user.id, { failed_attempts: 0, locked_at: now(ctx) });
  }
  return { user: undefined, locked };
}

/**
 * Asks for one's own password before something grave; gives the user as stored. A wrong one counts
 * as at sign-in, and while the account is locked the right one is refused too.
 */
export async function requireOwnPassword(ctx: Ctx, password: string): Promise<User> {
  const asked = actingUser(ctx);
  const isRight = await verifyPassword(ctx, asked.password_hash, password);
  const { user, locked } = await judgeGuess(ctx, asked, isRight);
  if (locked) throw lockedOut();
  if (user === undefined) throw invalid({ current_password: ['is invalid'] });
  return user;
}
