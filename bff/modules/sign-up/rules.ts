import type { BodyOf } from '#contract/endpoint.ts';
import type { signUp } from '#contract/sign-up.ts';
import { isoOf } from '../../clock.ts';
import { type Ctx, transact, type User } from '../../context.ts';
import { forbidden, invalid, notFoundText } from '../../errors.ts';
import { sha256 } from '../../secrets.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { audit } from '../audit/rules.ts';
import { sendMail } from '../mails/rules.ts';
import { holdPaths } from '../namespaces/path-rules.ts';
import { removeUser } from '../removal/user-rules.ts';
import { createUser, getUser } from '../users/rules.ts';
import {
  administratorEmails,
  confirmByToken,
  isStillUnconfirmed,
  setState,
  takenSeats,
  unconfirmedSince,
} from '../users/state-rules.ts';
import { askForConfirmation, newConfirmation, refuseFlood } from './confirmation-rules.ts';
import { emailProblem } from './email-rules.ts';

const day = 86_400_000;
/** Accounts of one address in an hour. */
const mostInAnHour = 20;

/** Registers an account: active, or waiting for an administrator or for its address. */
export async function register(ctx: Ctx, body: BodyOf<typeof signUp.create>) {
  const settings = await settingsOf(ctx);
  if (!settings.signup_enabled) throw forbidden('Registration is switched off on this server');
  await refuseFlood(ctx, `sign_up ${ctx.origin?.ip ?? ''}`, mostInAnHour);
  const problem = emailProblem(settings, body.email);
  if (problem !== undefined) throw invalid({ email: [problem] });
  const isFull =
    settings.seat_control === 1 &&
    settings.new_user_signups_cap !== null &&
    (await takenSeats(ctx)) >= settings.new_user_signups_cap;
  const waits = settings.require_admin_approval_after_user_signup || isFull;
  const confirms = settings.email_confirmation_setting !== 'off';
  const { token, columns } = newConfirmation(ctx);
  const user = await createUser(asItself(ctx), body, {
    columns: {
      ...(waits ? { state: 'blocked_pending_approval' } : {}),
      ...(confirms ? columns : {}),
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
  await transact(asItself(ctx), async (ctx) => {
    const user = await confirmByToken(ctx, sha256(token));
    if (user === undefined) throw notFoundText('This confirmation is used up or unknown');
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
    if ((await setState(ctx, user, 'active', 'user.approve')) === undefined) throw noLongerWaits();
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
  throw noLongerWaits();
}

const noLongerWaits = () => forbidden('The user does not wait for approval');

/**
 * The daily job: accounts whose address nobody confirmed in time go. One that cannot be deleted
 * keeps none of the others.
 */
export async function removeUnconfirmed(ctx: Ctx): Promise<void> {
  const settings = await settingsOf(ctx);
  if (!settings.delete_unconfirmed_users) return;
  const days = settings.unconfirmed_users_delete_after_days;
  const before = isoOf(ctx.clock.now() - days * day);
  for (let after = 0; ; ) {
    const users = await unconfirmedSince(ctx, { before, after });
    for (const { id } of users) {
      after = id;
      ctx.signal?.throwIfAborted();
      try {
        await transact(ctx, async (ctx) => {
          // As every other removal: the paths are held before any row.
          await holdPaths(ctx);
          if (await isStillUnconfirmed(ctx, id)) await removeUser(ctx, id, { hard: true });
        });
      } catch (error) {
        ctx.log.error({ err: error, user_id: id }, 'an unconfirmed account was not deleted');
      }
    }
    if (users.length === 0) return;
  }
}
