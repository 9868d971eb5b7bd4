import { isoOf } from '../../clock.ts';
import { type Ctx, now, type User } from '../../context.ts';
import { forbidden } from '../../errors.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { sendMail } from '../mails/rules.ts';
import { forgetAddresses, listAddresses, putAddress } from './address-repository.ts';

const day = 86_400_000;
const rememberedDays = 180;

/**
 * Notes the address that a user signs in from: one too many in the window is refused, one that was
 * never seen is told of by mail. Call inside `transact`.
 */
export async function noteAddress(ctx: Ctx, user: User): Promise<void> {
  const ip = ctx.origin?.ip;
  if (ip === undefined) return;
  await forgetAddresses(ctx.db, user.id, isoOf(ctx.clock.now() - rememberedDays * day));
  const known = await listAddresses(ctx.db, user.id);
  const settings = await settingsOf(ctx);
  if (settings.unique_ips_limit_enabled && user.is_admin !== 1) {
    const since = isoOf(ctx.clock.now() - settings.unique_ips_limit_time_window * 1000);
    const others = known.filter((one) => one.seen_at > since && one.ip !== ip);
    if (others.length >= settings.unique_ips_limit_per_user) {
      throw forbidden('Too many logins from different IPs');
    }
  }
  const isNew = known.length > 0 && !known.some((one) => one.ip === ip);
  await putAddress(ctx.db, { user_id: user.id, ip, seen_at: now(ctx) });
  if (isNew && settings.notify_on_unknown_sign_in) await tellOfUnknown(ctx, user, ip);
}

const tellOfUnknown = (ctx: Ctx, user: User, ip: string): Promise<void> =>
  sendMail(ctx, {
    to: user.email,
    subject: `${new URL(ctx.publicUrl).host} sign-in from new location`,
    text: [
      `Hello ${user.name},`,
      '',
      `your account ${user.username} was signed in to from ${ip} on ${now(ctx)}, where it never was before.`,
      'If this was not you, change your password and end the session under Profile, Sessions.',
      '',
    ].join('\n'),
  });
