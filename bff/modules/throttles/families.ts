import type { Settings } from '#contract/settings/all.ts';
import type { Actor } from '../../context.ts';

const names = [
  'authenticated_api',
  'authenticated_web',
  'authenticated_files_api',
  'unauthenticated_api',
  'unauthenticated_web',
  'unauthenticated_files_api',
  'unauthenticated_git_http',
  'protected_paths',
] as const;
type Name = (typeof names)[number];

/** One limit that a request counts against. */
export interface Throttle {
  name: `throttle_${Name}`;
  /** Seconds, and how many requests they let through. */
  period: number;
  limit: number;
  /** Whose requests are counted together. */
  of: string;
}

/** As much of a request as throttles look at. */
export interface Asked {
  surface: 'api' | 'web' | 'git';
  actor: Actor;
  ip: string;
  /** True for the endpoints of repository files. */
  files: boolean;
  /** The path of a POST. */
  postsTo: string | undefined;
}

const known = new WeakMap<Settings, boolean>();

/** True when some throttle is on: worked out once for each reading of the settings. */
export function anyThrottle(settings: Settings): boolean {
  const found = known.get(settings);
  if (found !== undefined) return found;
  const on = names.some((name) => settings[`throttle_${name}_enabled`]);
  known.set(settings, on);
  return on;
}

/** The throttles that are on and hold for a request. */
export function throttlesFor(settings: Settings, asked: Asked): Throttle[] {
  const out: Throttle[] = [];
  const take = (name: Name, of: string) => {
    if (!settings[`throttle_${name}_enabled`]) return false;
    const period = settings[`throttle_${name}_period_in_seconds`];
    const limit = settings[`throttle_${name}_requests_per_period`];
    out.push({ name: `throttle_${name}`, period, limit, of });
    return true;
  };
  if (asked.postsTo !== undefined && isProtected(settings.protected_paths, asked.postsTo)) {
    take('protected_paths', asked.ip);
  }
  const { actor, surface } = asked;
  if (actor.kind === 'user') {
    // Who acts for another by `sudo` spends their own.
    const of = String((actor.impersonator ?? actor.user).id);
    if (surface === 'web' || actor.via === 'session') take('authenticated_web', of);
    else if (surface === 'api') {
      // Files have a limit of their own, where it is on, instead of that of the whole API.
      if (!(asked.files && take('authenticated_files_api', of))) take('authenticated_api', of);
    }
  } else if (surface === 'git') take('unauthenticated_git_http', asked.ip);
  else if (surface === 'web') take('unauthenticated_web', asked.ip);
  else if (!(asked.files && take('unauthenticated_files_api', asked.ip))) {
    take('unauthenticated_api', asked.ip);
  }
  return out;
}

/** Signing in and registering here, by the paths that administrators know them by. */
const knownAs = new Map([
  ['/bff/session', '/users/sign_in'],
  ['/bff/sign_up', '/users'],
]);

function isProtected(paths: readonly string[], path: string): boolean {
  const asked = [path, knownAs.get(path) ?? path];
  return paths.some((given) => {
    const base = given.replace(/\/+$/, '');
    return base !== '' && asked.some((one) => one === base || one.startsWith(`${base}/`));
  });
}
