import type { Context } from 'hono';
import type { Endpoint } from '#contract/endpoint.ts';
import { applicationSettings } from '#contract/application-settings.ts';
import { sessions } from '#contract/sessions.ts';
import { type Ctx, isAdministrator, type User } from '../context.ts';
import { DomainError } from '../errors.ts';
import { countRequest, type Standing } from '../modules/throttles/rules.ts';

/**
 * Counts a request of an endpoint against the throttles, tells the caller how they stand, and
 * throws 429 for what is beyond. Nobody can shut the last administrator out with them: the
 * settings stay open to administrators, and so does the way to them.
 */
export async function throttle(c: Context, ctx: Ctx, endpoint: Endpoint): Promise<void> {
  if (uncounted.has(endpoint.base) || isWayBack(ctx, endpoint)) return;
  const standing = await countRequest(ctx, {
    surface: endpoint.base === 'bff' ? 'web' : 'api',
    actor: ctx.actor,
    ip: ctx.origin?.ip ?? '',
    files: endpoint.path.startsWith('/projects/:id/repository/files/'),
    postsTo: endpoint.method === 'POST' ? c.req.path : undefined,
  });
  if (standing === undefined) return;
  for (const [name, value] of Object.entries(headersOf(standing))) c.header(name, value);
  if (standing.observed <= standing.throttle.limit) return;
  const error = refusalOf(standing);
  // Whether it is an administrator who signs in is known only after the password was checked.
  if (endpoint.id === sessions.create.id) c.set('throttled', error);
  else throw error;
}

/** The same for git over HTTP; returns the headers that go with the answer. */
export async function throttleGit(ctx: Ctx): Promise<Record<string, string>> {
  const ip = ctx.origin?.ip ?? '';
  const asked = { surface: 'git', actor: ctx.actor, ip, files: false } as const;
  const standing = await countRequest(ctx, { ...asked, postsTo: undefined });
  if (standing === undefined) return {};
  if (standing.observed > standing.throttle.limit) throw refusalOf(standing);
  return headersOf(standing);
}

// Set above, and nowhere else.
const throttledIn = (c: Context) => c.get('throttled') as DomainError | undefined;

/** Throws what a throttle has against a sign-in, unless it is an administrator's. */
export const admitter = (c: Context) => (user: Pick<User, 'is_admin'>) => {
  const throttled = throttledIn(c);
  if (throttled !== undefined && user.is_admin !== 1) throw throttled;
};

/** Runs a sign-in; beyond a throttle a wrong password and a right one are answered alike. */
export async function signingIn<T>(c: Context, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    throw throttledIn(c) ?? error;
  }
}

/** Bases of what is a part of the page, or tells how the server is. */
const uncounted = new Set<Endpoint['base']>(['ops', 'uploads']);

const ways = new Set<string>([applicationSettings.show.id, applicationSettings.update.id]);

const isWayBack = (ctx: Ctx, endpoint: Endpoint) =>
  endpoint.id === sessions.current.id || (ways.has(endpoint.id) && isAdministrator(ctx));

function headersOf({ throttle, observed, endsAt }: Standing): Record<string, string> {
  return {
    'RateLimit-Name': throttle.name,
    'RateLimit-Limit': String(Math.ceil((throttle.limit * 60) / throttle.period)),
    'RateLimit-Observed': String(observed),
    'RateLimit-Remaining': String(Math.max(0, throttle.limit - observed)),
    'RateLimit-Reset': String(endsAt),
  };
}

function refusalOf(standing: Standing): DomainError {
  const { endsAt, now, text } = standing;
  const headers = {
    ...headersOf(standing),
    'RateLimit-ResetTime': new Date(endsAt * 1000).toUTCString(),
    'Retry-After': String(Math.ceil(endsAt - now)),
  };
  return new DomainError({ kind: 'throttled', text, headers });
}
