import { createHash } from 'node:crypto';
import type { EnvironmentTier } from '#contract/environments.ts';

const longestName = 255;
const longestSlug = 24;

/** What is wrong with an environment's name; undefined when nothing is. */
export function nameProblem(name: string): string | undefined {
  if ([...name].length > longestName) {
    return `is too long (maximum is ${longestName} characters)`;
  }
  const fits = /^[\w\-/\\${}. ]+$/.test(name) && !name.startsWith('/') && !name.endsWith('/');
  return fits
    ? undefined
    : "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', and spaces, but it cannot start or end with '/'";
}

/** A short name fit for host names; one that leaves something out ends in a hash of the whole. */
export function environmentSlug(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '-');
  const led = /^[a-z]/.test(plain) ? plain : `env-${plain}`;
  const squeezed = led.replace(/-{2,}/g, '-');
  if (squeezed === name && squeezed.length <= longestSlug && !squeezed.endsWith('-')) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 6);
  return `${squeezed.slice(0, longestSlug - 7).replace(/-$/, '')}-${hash}`;
}

const tiers: readonly (readonly [RegExp, EnvironmentTier])[] = [
  [/dev|review|trunk/i, 'development'],
  [/test|tst|int|ac(ce|)pt|qa|qc|control|quality/i, 'testing'],
  [/st(a|)g|mod(e|)l|pre|demo|non/i, 'staging'],
  [/pr(o|)d|live/i, 'production'],
];

/** What an environment is for, guessed from its name. */
export const tierOfName = (name: string): EnvironmentTier =>
  tiers.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';
