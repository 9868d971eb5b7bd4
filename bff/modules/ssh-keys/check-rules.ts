import { type SshKeyType, sshKeyTypes } from '#contract/ssh-key-types.ts';
import { isoOf } from '../../clock.ts';
import { type Ctx, now } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { leakedKeys } from './leaked-keys.ts';
import { parsePublicKey, type PublicKey } from './public-key.ts';

const longestKey = 5000;
const longestTitle = 255;
const day = 86_400_000;
/** Of keys of the types that sign in to git here. */
const leastBits: Partial<Record<SshKeyType, number>> = {
  rsa: 2048,
  ecdsa: 256,
  ed25519: 256,
  ecdsa_sk: 256,
  ed25519_sk: 256,
};

export type Problems = Record<string, string[]>;

/** What somebody wants to store as a key. */
export interface NewKey {
  title: string;
  key: string;
  expires_at?: string | undefined;
}

const tooLong = (most: number) => `is too long (maximum is ${most} characters)`;

/** Signing in to git takes it; keys of the other types are stored and told apart. */
export const worksForGit = ({ key_type, bits }: { key_type: SshKeyType; bits: number }): boolean =>
  bits >= (leastBits[key_type] ?? Number.POSITIVE_INFINITY);

/** What the settings have against a type or length; undefined where they allow it. */
export async function restrictionOn(
  ctx: Ctx,
  { type, bits }: { type: SshKeyType; bits: number },
): Promise<string | undefined> {
  const settings = await settingsOf(ctx);
  const least = (one: SshKeyType) => settings[`${one}_key_restriction`];
  if (least(type) === -1) {
    const allowed = sshKeyTypes.filter((one) => least(one) !== -1);
    return `type is forbidden. Must be ${choiceOf(allowed.map((one) => one.toUpperCase()))}`;
  }
  return bits < least(type) ? `must be at least ${least(type)} bits` : undefined;
}

/** What the longest life of a key has against this one; undefined where it may live so long. */
export async function problemOfLife(
  ctx: Ctx,
  { from, until }: { from: string; until: string | null },
): Promise<string | undefined> {
  const { max_ssh_key_lifetime: days } = await settingsOf(ctx);
  if (days === null) return undefined;
  if (until === null) {
    return 'has no expiration date but an expiration date is required for SSH keys on this instance. Contact the instance administrator.';
  }
  return until > isoOf(Date.parse(from) + days * day)
    ? 'has an invalid expiration date. Set a shorter lifetime for the key or contact the instance administrator.'
    : undefined;
}

/** `A`, `A or B`, `A, B, or C`. */
function choiceOf(words: readonly string[]): string {
  const [last = '', ...before] = words.toReversed();
  if (before.length === 0) return last;
  return `${before.toReversed().join(', ')}${before.length > 1 ? ',' : ''} or ${last}`;
}

/** The key of a text, whether it may be stored or not; undefined where the text is none. */
export function readKey(ctx: Ctx, pasted: string): PublicKey | undefined {
  if (isTooLong(pasted)) return undefined;
  const key = parsePublicKey(pasted, ctx);
  return typeof key === 'string' ? undefined : key;
}

const isTooLong = (pasted: string) => [...pasted.trim()].length > longestKey;

/** The key of a text, and what keeps it from being stored, by field. */
export async function examineKey(
  ctx: Ctx,
  pasted: string,
): Promise<{ key: PublicKey | undefined; problems: Problems }> {
  const noFingerprint = { fingerprint_sha256: ['cannot be generated'] };
  const refusal = (...texts: string[]) => ({
    key: undefined,
    problems: { key: texts, ...noFingerprint },
  });
  if (isTooLong(pasted)) return refusal(tooLong(longestKey));
  const key = parsePublicKey(pasted, ctx);
  if (key === 'blank') return refusal("can't be blank", 'is invalid');
  if (key === 'unknown_algorithm' || key === 'several_lines') return refusal('is invalid');
  if (key === 'damaged') return { key: undefined, problems: noFingerprint };
  const restriction = await restrictionOn(ctx, key);
  const wrong = restriction === undefined ? [] : [restriction];
  if (leakedKeys.has(key.fingerprintSha256)) {
    wrong.push(
      'cannot be used because it belongs to a compromised private key. Stop using this key and generate a new one.',
    );
  }
  return { key, problems: wrong.length === 0 ? {} : { key: wrong } };
}

/** What keeps a title from being stored. */
export function problemOfTitle(title: string): string | undefined {
  if (title.trim() === '') return "can't be blank";
  return [...title].length > longestTitle ? tooLong(longestTitle) : undefined;
}

/** The refusal of these problems; a nested record puts its name before each field. */
export const refusalOf = (problems: Problems, prefix = '') =>
  invalid(
    Object.fromEntries(
      Object.entries(problems).map(([field, texts]) => [`${prefix}${field}`, texts]),
    ),
  );

/** The key that somebody wants to store; 400 where something keeps it from being stored. */
export async function checkNewKey(ctx: Ctx, given: NewKey, prefix = ''): Promise<PublicKey> {
  const { key, problems } = await examineKey(ctx, given.key);
  const wrong: Problems = { ...problems };
  const title = problemOfTitle(given.title);
  if (title !== undefined) wrong.title = [title];
  const time = now(ctx);
  const until = given.expires_at ?? null;
  const tooLongLife = await problemOfLife(ctx, { from: time, until });
  const ends = until !== null && until <= time ? 'has expired' : tooLongLife;
  if (ends !== undefined) wrong.key = [...(wrong.key ?? []), ends];
  if (key === undefined || Object.keys(wrong).length > 0) throw refusalOf(wrong, prefix);
  return key;
}
