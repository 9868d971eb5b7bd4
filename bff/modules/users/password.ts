import { hash, verify } from '@node-rs/argon2';
import type { Ctx } from '../../context.ts';
import type { PasswordCost } from '../../deps.ts';
import { invalid } from '../../errors.ts';
import { settingsOf } from '../application-settings/rules.ts';

const most = 128;

const kinds = [
  ['password_lowercase_required', /\p{Ll}/u, 'must contain at least one lowercase letter'],
  ['password_uppercase_required', /\p{Lu}/u, 'must contain at least one uppercase letter'],
  ['password_number_required', /\p{Nd}/u, 'must contain at least one number'],
  ['password_symbol_required', /[^\p{L}\p{N}\s]/u, 'must contain at least one symbol'],
] as const;

/** Refuses a password that is not what the settings ask for: 400 on `password`. */
export async function checkPassword(ctx: Ctx, password: string): Promise<void> {
  const settings = await settingsOf(ctx);
  const least = settings.minimum_password_length;
  const length = [...password].length;
  const problems: string[] = [];
  if (length < least) problems.push(`is too short (minimum is ${least} characters)`);
  if (length > most) problems.push(`is too long (maximum is ${most} characters)`);
  for (const [key, has, says] of kinds) {
    if (settings[key] && !has.test(password)) problems.push(says);
  }
  if (problems.length > 0) throw invalid({ password: problems });
}

/** The stored form of a password: argon2id; the work runs outside the event loop. */
export const hashPassword = (ctx: Ctx, password: string): Promise<string> =>
  hash(password, { ...ctx.passwordCost, parallelism: 1 });

const decoys = new WeakMap<PasswordCost, Promise<string>>();

function decoyOf(ctx: Ctx): Promise<string> {
  const known = decoys.get(ctx.passwordCost);
  if (known !== undefined) return known;
  const made = hashPassword(ctx, 'no user has this one');
  decoys.set(ctx.passwordCost, made);
  return made;
}

/** True for the right password. Without a stored hash the same work is done and false comes back. */
export async function verifyPassword(
  ctx: Ctx,
  stored: string | null,
  password: string,
): Promise<boolean> {
  const matches = await verify(stored ?? (await decoyOf(ctx)), password.slice(0, 1024));
  return matches && stored !== null;
}
