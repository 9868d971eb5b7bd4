import type { BodyOf } from '#contract/endpoint.ts';
import type { signUp } from '#contract/sign-up.ts';
import { isoOf } from '../../clock.ts';
import { type Ctx, now, transact, type User } from '../../context.ts';
import { forbidden, invalid, notFoundText, tooManyRequests } from '../../errors.ts';
import { randomText, sha256 } from '../../secrets.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { audit } from '../audit/rules.ts';
import { sendMail } from '../mails/rules.ts';
import { removeUser } from '../removal/user-rules.ts';
import { countTogether } from '../throttles/rules.ts';
import { changeUser, createUser, getUser } from '../users/rules.ts';
import {
  administratorEmails,
  takenSeats,
  unconfirmedSince,
  userOfConfirmation,
} from '../users/state-rules.ts';
import { emailProblem } from './email-rules.ts';

const day = 86_400_000;
/** Accounts of one address in an hour. */
const mostInAnHour = 20;

/** Registers an account: active, or waiting for an administrator or for its address. */
export async function register(ctx: Ctx, body: BodyOf<typeof signUp.create>) {
  const settings = await settingsOf(ctx);
  if (!settings.signup_enabled) throw forbidden('Registration is switched off on this server');
  await refuseFlood(ctx);
  const problem = emailProblem(settings, body.email);
  if (problem !== undefined) throw invalid({ email: [problem] });
  const isFull =
    settings.seat_control === 1 &&
    settings.new_user_signups_cap !== null &&
    (await takenSeats(ctx)) >= settings.new_user_signups_cap;
  const waits = settings.require_admin_approval_after_user_signup || isFull;
  const confirms = settings.email_confirmation_setting !== 'off';
  const token = randomText(43);
  const user = await createUser(asItself(ctx), body, {
    columns: {
      ...(waits ? { state: 'blocked_pending_approval' } : {}),
      ...(confirms
        ? {
            confirmed_at: null,
            confirmation_sha256: sha256(token),
            confirmation_sent_at: now(ctx),
          }
        : {}),
    },
    async also(ctx, user) {
      await audit(ctx, {
        action: 'user.register',
        subject: { type: 'User', id: user.id, name: user.username },
        after: { state: user.state, confirmed: !confirms },
      });
      if (confirms) await askForConfirmation(ctx, user, token);
      if (waits) await tellAdministrators(ctx, user);
    },
  });
  return {
    state: user.state,
    needs_confirmation: confirms,
    text: settings.after_sign_up_text ?? '',
  };
}

/** Nobody is there yet who could be said to have made the account. */
const asItself = (ctx: Ctx): Ctx => ({ ...ctx, actor: { kind: 'system', job: 'sign_up' } });

async function refuseFlood(ctx: Ctx): Promise<void> {
  const seconds = ctx.clock.now() / 1000;
  const endsAt = (Math.floor(seconds / 3600) + 1) * 3600;
  const key = ['limit', 'sign_up', ctx.origin?.ip ?? '', endsAt].join(' ');
  if ((await countTogether(ctx, key, endsAt)) <= mostInAnHour) return;
  throw tooManyRequests(Math.ceil(endsAt - seconds));
}

const askForConfirmation = (ctx: Ctx, user: User, token: string): Promise<void> =>
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

async function tellAdministrators(ctx: Ctx, user: User): Promise<void> {
  for (const to of await administratorEmails(ctx)) {
    await sendMail(ctx, {
      to,
      subject: 'A new user waits for approval',
      text: [
        `${user.name} (${user.username}, ${user.email}) has registered and waits to be let in:`,
        `${ctx.publicUrl}/admin/users/${user.id}`,
        '',
      ].join('\n'),
    });
  }
}

/** Confirms the address that the token was sent to; 404 for any other. */
export async function confirmAddress(ctx: Ctx, token: string): Promise<void> {
  const user = await userOfConfirmation(ctx, sha256(token));
  if (user === undefined) throw notFoundText('This confirmation is used up or unknown');
  await transact(asItself(ctx), async (ctx) => {
    await changeUser(ctx, user.id, { confirmed_at: now(ctx), confirmation_sha256: null });
    await audit(ctx, {
      action: 'user.confirm',
      subject: { type: 'User', id: user.id, name: user.username },
    });
  });
}

/** Lets in whoever registered. */
export async function approve(ctx: Ctx, id: number): Promise<void> {
  const user = await waiting(ctx, id);
  await transact(ctx, async (ctx) => {
    await changeUser(ctx, id, { state: 'active', updated_at: now(ctx) });
    await audit(ctx, {
      action: 'user.approve',
      subject: { type: 'User', id, name: user.username },
      before: { state: user.state },
      after: { state: 'active' },
    });
    await sendMail(ctx, {
      to: user.email,
      subject: 'Welcome',
      text: `Your account ${user.username} has been approved: sign in at ${ctx.publicUrl}\n`,
    });
  });
}

/** Deletes the account of whoever registered and waits. */
export async function reject(ctx: Ctx, id: number): Promise<void> {
  await waiting(ctx, id);
  await removeUser(ctx, id, { hard: false });
}

async function waiting(ctx: Ctx, id: number): Promise<User> {
  const user = await getUser(ctx, id);
  if (user.state === 'blocked_pending_approval') return user;
  throw forbidden('The user does not wait for approval');
}

/** The daily job: accounts whose address nobody confirmed in time go. */
export async function removeUnconfirmed(ctx: Ctx): Promise<void> {
  const settings = await settingsOf(ctx);
  if (!settings.delete_unconfirmed_users) return;
  const days = settings.unconfirmed_users_delete_after_days;
  const users = await unconfirmedSince(ctx, isoOf(ctx.clock.now() - days * day));
  for (const user of users) await removeUser(ctx, user.id, { hard: true });
}
