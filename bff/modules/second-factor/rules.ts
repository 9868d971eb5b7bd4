import { Secret, TOTP } from 'otpauth';
import { type Ctx, now, transact, type User } from '../../context.ts';
import { conflict, invalid } from '../../errors.ts';
import { randomText, sha256 } from '../../secrets.ts';
import { audit } from '../audit/rules.ts';
import { requireOwnPassword } from '../users/guess-rules.ts';
import { changeUser, getUser } from '../users/rules.ts';
import { takeRecoveryCodes, takeStep } from './repository.ts';

const recoveryCodes = 10;
const period = 30;

const totpOf = (ctx: Ctx, user: User, secret: string) =>
  new TOTP({
    issuer: `Quarterdeck ${new URL(ctx.publicUrl).host}`,
    label: user.username,
    secret: Secret.fromBase32(secret),
    period,
  });

/** Does this user sign in with a second factor? */
export const hasSecondFactor = (user: Pick<User, 'otp_enabled_at'>): boolean =>
  user.otp_enabled_at !== null;

/** True for the code of now (or of a minute around it) that was not used before. */
async function isCode(ctx: Ctx, user: User, code: string): Promise<boolean> {
  if (user.otp_secret === null || !/^\d{6}$/.test(code)) return false;
  const totp = totpOf(ctx, user, ctx.secrets.decrypt(user.otp_secret));
  const timestamp = ctx.clock.now();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1000 / period) + delta;
  return takeStep(ctx.db, user.id, step);
}

/** True for a code of the app, or for a recovery code, which is used up by it. */
export async function isSecondFactor(ctx: Ctx, user: User, sent: string): Promise<boolean> {
  const code = sent.replaceAll(/[\s-]/g, '').slice(0, 32).toLowerCase();
  if (/^\d{6}$/.test(code)) return isCode(ctx, user, code);
  const left = codesOf(user).filter((hash) => hash !== sha256(code));
  if (left.length === codesOf(user).length) return false;
  return takeRecoveryCodes(ctx.db, user.id, {
    from: user.otp_recovery,
    to: JSON.stringify(left),
  });
}

// Written by this module alone.
const codesOf = (user: User) => JSON.parse(user.otp_recovery ?? '[]') as string[];

/** A new secret to put into an app; with a code of it, the second factor is on. */
export async function setUp(ctx: Ctx, body: { current_password: string; otp?: string }) {
  const user = await requireOwnPassword(ctx, body.current_password);
  if (hasSecondFactor(user)) throw conflict('The second factor is on already');
  if (body.otp !== undefined) return switchOn(ctx, user, body.otp);
  const secret = new Secret({ size: 20 }).base32;
  await transact(ctx, async (ctx) => {
    const otp_secret = ctx.secrets.encrypt(secret);
    await changeUser(ctx, user.id, { otp_secret, otp_last_step: null });
    await audit(ctx, { action: 'second_factor.begin', subject: subjectOf(user) });
  });
  const uri = totpOf(ctx, user, secret).toString();
  return { enabled: false, secret, uri, recovery_codes: [] };
}

async function switchOn(ctx: Ctx, user: User, otp: string) {
  if (!(await isCode(ctx, user, otp.replaceAll(/\s/g, '')))) {
    throw invalid({ otp: ['is invalid'] });
  }
  const codes = Array.from({ length: recoveryCodes }, () => randomText(16).toLowerCase());
  await transact(ctx, async (ctx) => {
    await changeUser(ctx, user.id, {
      otp_enabled_at: now(ctx),
      otp_recovery: JSON.stringify(codes.map((code) => sha256(plain(code)))),
    });
    await audit(ctx, { action: 'second_factor.create', subject: subjectOf(user) });
  });
  return { enabled: true, secret: null, uri: null, recovery_codes: codes };
}

const plain = (code: string) => code.replaceAll(/[\s-]/g, '');

/** Switches one's own second factor off. */
export async function switchOff(ctx: Ctx, password: string): Promise<void> {
  await forget(ctx, await requireOwnPassword(ctx, password));
}

/** Switches a user's second factor off; for administrators. */
export async function resetSecondFactor(ctx: Ctx, id: number): Promise<void> {
  const user = await getUser(ctx, id);
  if (!hasSecondFactor(user)) {
    throw invalid({ base: ['Two-factor authentication is not enabled for this user'] });
  }
  await forget(ctx, user);
}

async function forget(ctx: Ctx, user: User): Promise<void> {
  await transact(ctx, async (ctx) => {
    await changeUser(ctx, user.id, {
      otp_secret: null,
      otp_enabled_at: null,
      otp_recovery: null,
      otp_last_step: null,
      two_factor_asked_at: null,
    });
    await audit(ctx, { action: 'second_factor.remove', subject: subjectOf(user) });
  });
}

const subjectOf = (user: User) => ({ type: 'User', id: user.id, name: user.username }) as const;
