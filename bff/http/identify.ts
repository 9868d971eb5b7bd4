import type { Context } from 'hono';
import type { Endpoint, Scope } from '#contract/endpoint.ts';
import type { Actor, Ctx } from '../context.ts';
import { forbidden, insufficientScope, malformed, notFound, unauthorized } from '../errors.ts';
import { countingFailures } from '../failed-credentials.ts';
import { actorOfToken } from '../modules/personal-access-tokens/rules.ts';
import { actorOfSession } from '../modules/sessions/rules.ts';
import { findUserByIdOrUsername } from '../modules/users/rules.ts';
import type { Raw } from './decode.ts';
import { csrfHeader, isSameOrigin, readSessionCookie } from './session-cookie.ts';

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** The token a request carries: Bearer, then `private_token`, then the header. */
function credentialOf(c: Context, raw: Raw): string | undefined {
  const bearer = /^Bearer(?:\s+(.*))?$/i.exec(c.req.header('authorization') ?? '');
  const header = c.req.header('private-token');
  for (const text of [bearer?.[1], header]) refuseBrokenText(text ?? '');
  return (
    (bearer && (bearer[1] ?? '').trim()) ??
    textOf(raw.access_token) ??
    textOf(raw.private_token) ??
    header?.trim()
  );
}

const strict = new TextDecoder('utf-8', { fatal: true });

/** Headers arrive byte by byte: what is no UTF-8 is a broken request, not a wrong token. */
function refuseBrokenText(header: string): void {
  if (!/[\x80-\xff]/.test(header)) return;
  try {
    strict.decode(Buffer.from(header, 'latin1'));
  } catch {
    throw malformed();
  }
}

/** Scopes that open an endpoint. */
export function acceptedScopes(endpoint: Endpoint): Scope[] {
  const reads = endpoint.method === 'GET';
  return ['api', ...(reads ? (['read_api'] as const) : []), ...(endpoint.scopes ?? [])];
}

/**
 * Who calls. A credential that is there and wrong is 401, whatever the endpoint; a session that
 * changes something needs its CSRF token and the same origin. `sudo` swaps the actor.
 */
export async function identify(
  c: Context,
  ctx: Ctx,
  { endpoint, raw }: { endpoint: Endpoint; raw: Raw },
): Promise<Actor> {
  if (endpoint.identifies === false) return { kind: 'anonymous' };
  const credential = credentialOf(c, raw);
  let actor: Actor = { kind: 'anonymous' };
  if (credential !== undefined) {
    actor = await countingFailures(ctx, () => actorOfToken(ctx, credential));
  } else {
    const cookie = readSessionCookie(c, ctx.publicUrl);
    // A page of another site reads as a stranger, even where the browser sends the cookie along.
    const foreign = c.req.header('origin') !== undefined && !isSameOrigin(c, ctx.publicUrl);
    if (cookie !== undefined && !(foreign && endpoint.method === 'GET')) {
      const session = await actorOfSession(ctx, cookie);
      if (session !== undefined) {
        if (endpoint.method !== 'GET') {
          const sent = c.req.header(csrfHeader) ?? '';
          if (!session.isCsrfToken(sent) || !isSameOrigin(c, ctx.publicUrl)) throw unauthorized();
        }
        actor = session.actor;
      }
    }
  }
  if (actor.kind !== 'user') return actor;
  const accepted = acceptedScopes(endpoint);
  if (!actor.scopes.some((scope) => accepted.includes(scope))) throw insufficientScope(accepted);
  const wanted = textOf(raw.sudo) ?? c.req.header('sudo');
  return wanted === undefined ? actor : sudo(ctx, actor, wanted);
}

async function sudo(
  ctx: Ctx,
  actor: Extract<Actor, { kind: 'user' }>,
  wanted: string,
): Promise<Actor> {
  if (actor.via === 'session') {
    throw forbidden('Must be authenticated using an OAuth or personal access token to use sudo');
  }
  if (actor.user.is_admin !== 1) throw forbidden('Must be admin to use sudo');
  if (!actor.scopes.includes('sudo')) throw insufficientScope(['sudo']);
  const user = await findUserByIdOrUsername(ctx, wanted);
  if (user === undefined) throw notFound(`User with ID or username '${wanted}'`);
  return { ...actor, user, impersonator: actor.user };
}
