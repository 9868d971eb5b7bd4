import { isoOf } from '../../clock.ts';
import { type Ctx, now, transact, type User } from '../../context.ts';
import { forbidden } from '../../errors.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { audit } from '../audit/rules.ts';
import { sendMail } from '../mails/rules.ts';
import {
  claimUnconfirmed,
  countSeats,
  confirmBy,
  listAdministratorEmails,
  listDormant,
  listUnconfirmed,
  moveState,
} from './repository.ts';

const day = 86_400_000;
/** So long an address may wait for its confirmation where that is asked for softly. */
const softDays = 3;

/** A deactivated user is active again by signing in; 403 for who was blocked meanwhile. */
export async function reactivate(ctx: Ctx, user: User): Promise<User> {
  const after = await setState(ctx, user, 'active', 'user.activate');
  if (after === undefined) throw forbidden();
  return after;
}

/** Moves a user on from the state that was read; undefined where it has another one by now. */
export function setState(
  ctx: Ctx,
  user: User,
  state: User['state'],
  action: 'user.activate' | 'user.approve' | 'user.deactivate',
): Promise<User | undefined> {
  return transact(ctx, async (ctx) => {
    const move = { from: user.state, to: state, at: now(ctx) };
    const after = await moveState(ctx.db, user.id, move);
    if (after === undefined) return undefined;
    await audit(ctx, {
      action,
      subject: { type: 'User', id: user.id, name: user.username },
      before: { state: user.state },
      after: { state },
    });
    return after;
  });
}

/** 403 for who has not confirmed the address in time. */
export async function refuseUnconfirmed(ctx: Ctx, user: User): Promise<void> {
  if (user.confirmed_at !== null) return;
  const { email_confirmation_setting: setting } = await settingsOf(ctx);
  const age = ctx.clock.now() - Date.parse(user.confirmation_sent_at ?? user.created_at);
  if (setting === 'off' || (setting === 'soft' && age < softDays * day)) return;
  throw forbidden('You have to confirm your email address before continuing');
}

/** The daily job: people who were not here for long are deactivated, administrators never. */
export async function deactivateDormant(ctx: Ctx): Promise<void> {
  const settings = await settingsOf(ctx);
  if (!settings.deactivate_dormant_users) return;
  const before = isoOf(ctx.clock.now() - settings.deactivate_dormant_users_period * day);
  for (;;) {
    const users = await listDormant(ctx.db, before);
    if (users.length === 0) return;
    await transact(ctx, async (ctx) => {
      for (const user of users) {
        const after = await setState(ctx, user, 'deactivated', 'user.deactivate');
        if (after !== undefined && settings.user_deactivation_emails_enabled)
          await tellOfDeactivation(ctx, user);
      }
    });
  }
}

const tellOfDeactivation = (ctx: Ctx, user: User): Promise<void> =>
  sendMail(ctx, {
    to: user.email,
    subject: 'Your account has been deactivated',
    text: [
      `Hello ${user.name},`,
      '',
      `your account ${user.username} on ${ctx.publicUrl} was not used for long and is deactivated.`,
      'Sign in to use it again.',
      '',
    ].join('\n'),
  });

/** How many people take a seat. */
export const takenSeats = (ctx: Ctx): Promise<number> => countSeats(ctx.db);

/** Where some of the active administrators get their mail. */
export const administratorEmails = (ctx: Ctx): Promise<string[]> => listAdministratorEmails(ctx.db);

/** Confirms the address that waits for this token; undefined for none. */
export const confirmByToken = (ctx: Ctx, sha256: string): Promise<User | undefined> =>
  confirmBy(ctx.db, sha256, now(ctx));

/** Some of those who came before a time and never confirmed their address, by id. */
export const unconfirmedSince = (
  ctx: Ctx,
  of: { before: string; after: number },
): Promise<User[]> => listUnconfirmed(ctx.db, of);

/** Has a user confirmed nothing yet? It stays so until the transaction ends. */
export const isStillUnconfirmed = (ctx: Ctx, id: number): Promise<boolean> =>
  claimUnconfirmed(ctx.db, id);
