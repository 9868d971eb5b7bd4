import { type Ctx, now, type User } from '../../context.ts';
import { noteDay } from './repository.ts';

/** Notes that a user was here today, by the console, the API or git: one write a day. Gives the user as of then. */
export async function noteActivity(ctx: Ctx, user: User): Promise<User> {
  const today = now(ctx).slice(0, 10);
  if (user.last_activity_on !== null && user.last_activity_on >= today) return user;
  await noteDay(ctx.db, user.id, today);
  return { ...user, last_activity_on: today };
}
