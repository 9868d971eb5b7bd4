import type { Deps } from '../../deps.ts';
import type { UserRow } from './repository.ts';

const minute = 60_000;
/** Where the settings name no other time. */
const usualMinutes = 10;

/** Is password sign-in shut for this user, after too many wrong guesses and for a while? */
export function isLocked(
  deps: Pick<Deps, 'clock' | 'settingsCache'>,
  user: Pick<UserRow, 'locked_at'>,
): boolean {
  if (user.locked_at === null) return false;
  // Records are made without waiting: the settings as they were read last have to do.
  const { settings } = deps.settingsCache.kept ?? {};
  const minutes = settings?.failed_login_attempts_unlock_period_in_minutes ?? usualMinutes;
  return deps.clock.now() - Date.parse(user.locked_at) < minutes * minute;
}
