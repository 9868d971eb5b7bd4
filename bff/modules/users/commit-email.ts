import type { Deps } from '../../deps.ts';
import type { UserRow } from './repository.ts';

/** What stands for the private address in a user's row, and on the wire. */
export const privateMark = '_private';

type Known = Pick<Deps, 'publicUrl' | 'settingsCache'>;
type Person = Pick<UserRow, 'id' | 'username' | 'email' | 'commit_email'>;

/** The host of private addresses. Commits are written after the settings were read: those do. */
function hostOf({ publicUrl, settingsCache }: Known): string {
  const named = settingsCache.kept?.settings.commit_email_hostname;
  return named || `users.noreply.${new URL(publicUrl).hostname}`;
}

/** The address that commits of a user bear: the user's own, or one that leads to nobody. */
export const commitEmailOf = (deps: Known, user: Person): string =>
  user.commit_email === privateMark ? `${user.id}-${user.username}@${hostOf(deps)}` : user.email;

/** Does this address of a commit stand for the user? Also one that the user has given up since. */
export function isAddressOf(deps: Known, user: Person, address: string): boolean {
  const lower = address.toLowerCase();
  if (lower === user.email.toLowerCase()) return true;
  const [local = '', host] = lower.split('@');
  if (!local.startsWith(`${user.id}-`)) return false;
  return (
    host === hostOf(deps).toLowerCase() || local === `${user.id}-${user.username}`.toLowerCase()
  );
}

/** Why a user's commits cannot bear this; undefined where they can. */
export const commitEmailProblem = (user: Person, wanted: string): string | undefined =>
  wanted === privateMark || wanted === '' || wanted.toLowerCase() === user.email.toLowerCase()
    ? undefined
    : 'is not an email you own';
