import type { Ctx, User } from '../../context.ts';
import { sendMail } from '../mails/rules.ts';

/** Tells a user that the password has another value now; whoever did not do it learns of it. */
export async function tellOfNewPassword(ctx: Ctx, user: User): Promise<void> {
  await sendMail(ctx, {
    to: user.email,
    subject: 'Your password was changed',
    text: [
      `Hello ${user.name},`,
      '',
      `the password of your account ${user.username} on ${ctx.publicUrl} was changed.`,
      'If this was not you, tell an administrator at once.',
      '',
    ].join('\n'),
  });
}

/** Tells the former address that the account has another one now. */
export async function tellOfNewAddress(ctx: Ctx, former: User): Promise<void> {
  await sendMail(ctx, {
    to: former.email,
    subject: 'Your email address was changed',
    text: [
      `Hello ${former.name},`,
      '',
      `your account ${former.username} on ${ctx.publicUrl} has another email address now.`,
      'If this was not you, tell an administrator at once.',
      '',
    ].join('\n'),
  });
}
