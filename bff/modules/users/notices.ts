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
