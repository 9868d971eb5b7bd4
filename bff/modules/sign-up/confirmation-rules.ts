import { type Ctx, now, type User } from '../../context.ts';
import { tooManyRequests } from '../../errors.ts';
import { randomText, sha256 } from '../../secrets.ts';
import { sendMail } from '../mails/rules.ts';
import { countTogether } from '../throttles/rules.ts';

/** What a user's row says while an address waits, and the token that its mail brings. */
export function newConfirmation(ctx: Ctx) {
  const token = randomText(43);
  const columns = {
    confirmed_at: null,
    confirmation_sha256: sha256(token),
    confirmation_sent_at: now(ctx),
  };
  return { token, columns };
}

/** Sends the link that confirms an address to it. */
export const askForConfirmation = (ctx: Ctx, user: User, token: string): Promise<void> =>
  sendMail(ctx, {
    to: user.email,
    subject: 'Confirmation instructions',
    text: [
      `Hello ${user.name},`,
      '',
      `confirm the address of your account ${user.username}:`,
      `${ctx.publicUrl}/sign-up?confirm=${token}`,
      '',
    ].join('\n'),
  });

/** 429 beyond so many mails to unknown addresses in an hour, by who or what has them sent. */
export async function refuseFlood(ctx: Ctx, by: string, most: number): Promise<void> {
  const seconds = ctx.clock.now() / 1000;
  const endsAt = (Math.floor(seconds / 3600) + 1) * 3600;
  if ((await countTogether(ctx, ['limit', by, endsAt].join(' '), endsAt)) <= most) return;
  throw tooManyRequests(Math.ceil(endsAt - seconds));
}
