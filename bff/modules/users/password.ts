import { hash, verify } from '@node-rs/argon2';
import { invalid } from '../../errors.ts';

/** argon2id, 19 MiB and two passes; the work runs outside the event loop. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
const least = 8;
const most = 128;

/** Refuses a password that is too short or too long: 400 on `password`. */
export function checkPassword(password: string): void {
  const length = [...password].length;
  if (length < least)
    throw invalid({ password: [`is too short (minimum is ${least} characters)`] });
  if (length > most) throw invalid({ password: [`is too long (maximum is ${most} characters)`] });
}

/** The stored form of a password. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

let decoy: Promise<string> | undefined;

/** True for the right password. Without a stored hash the same work is done and false comes back. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no user has this one');
  const matches = await verify(stored ?? (await decoy), password.slice(0, 1024));
  return matches && stored !== null;
}
