import type { BodyOf } from '#contract/endpoint.ts';
import type { users } from '#contract/users.ts';
import { actingUser, type Ctx, type User } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { askForConfirmation, newConfirmation, refuseFlood } from '../sign-up/confirmation-rules.ts';
import { emailProblem } from '../sign-up/email-rules.ts';
import { requireOwnPassword } from './guess-rules.ts';
import { tellOfNewAddress } from './notices.ts';
import { type Besides, updateUser } from './rules.ts';

/** New addresses of one account in an hour: each has a mail sent to somebody. */
const mostInAnHour = 10;

/**
 * Changes one's own profile. What one signs in with, username and address, needs the current
 * password, so that a session left open gives nobody the account.
 */
export async function updateOwn(ctx: Ctx, body: BodyOf<typeof users.updateOwn>): Promise<User> {
  const user = actingUser(ctx);
  const { current_password: password, ...change } = body;
  const renames = change.name !== undefined && change.name !== user.name;
  if (renames && user.is_admin === 0 && (await settingsOf(ctx)).updating_name_disabled_for_users) {
    throw invalid({ name: ['can be changed by administrators only'] });
  }
  const asksPassword =
    (change.username !== undefined && change.username !== user.username) ||
    (change.email !== undefined && change.email !== user.email);
  if (asksPassword) await requireOwnPassword(ctx, password ?? '');
  return updateUser(ctx, user.id, change, await newAddress(ctx, user, change.email));
}

/** A new address is asked what one of a registration is, and to be confirmed as that is. */
async function newAddress(
  ctx: Ctx,
  user: User,
  email: string | undefined,
): Promise<Besides | undefined> {
  if (email === undefined || email.toLowerCase() === user.email_lower) return undefined;
  const settings = await settingsOf(ctx);
  const problem = emailProblem(settings, email);
  if (problem !== undefined) throw invalid({ email: [problem] });
  await refuseFlood(ctx, `new_address ${user.id}`, mostInAnHour);
  // No mail that does not come shuts an administrator out.
  const confirms = settings.email_confirmation_setting !== 'off' && user.is_admin !== 1;
  const { token, columns } = newConfirmation(ctx);
  return {
    columns: confirms ? columns : { confirmed_at: user.confirmed_at },
    async also(ctx, after) {
      await tellOfNewAddress(ctx, user);
      if (confirms) await askForConfirmation(ctx, after, token);
    },
  };
}
