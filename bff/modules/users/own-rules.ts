import type { BodyOf } from '#contract/endpoint.ts';
import type { users } from '#contract/users.ts';
import { actingUser, type Ctx, type User } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { verifyPassword } from './password.ts';
import { updateUser } from './rules.ts';

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
  if (asksPassword && !(await verifyPassword(ctx, user.password_hash, password ?? ''))) {
    throw invalid({ current_password: ['is invalid'] });
  }
  return updateUser(ctx, user.id, change);
}
