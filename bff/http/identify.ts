import type { Context } from 'hono';
import type { Endpoint, Scope } from '#contract/endpoint.ts';
import type { Actor, Ctx } from '../context.ts';
import { forbidden, insufficientScope, notFound, unauthorized } from '../errors.ts';
import { actorOfToken } from '../modules/personal-access-tokens/rules.ts';
import { actorOfSession } from '../modules/sessions/rules.ts';
import { findUserByIdOrUsername } from '../modules/users/rules.ts';
import type { Raw } from './decode.ts';
import { csrfHeader, isSameOrigin, readSessionCookie } from './session-cookie.ts';

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** The token a request carries: Bearer, then `private_token`, then the header. */
function credentialOf(c: Context, raw: Raw): string | undefined {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(c.req.header('authorization') ?? '')?.[1];
  const header = c.req.header('private-token');
  return bearer ?? textOf(raw.access_token) ?? textOf(raw.private_token) ?? header?.trim();
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
export async function identify(c: Context, ctx: Ctx, endpoint: Endpoint, raw: Raw): Promise<Actor> {
  if (endpoint.identifies === false) return { kind: 'anonymous' };
  const credential = credentialOf(c, raw);
  let actor: Actor = { kind: 'anonymous' };
  if (credential !== undefined) actor = await actorOfToken(ctx, credential);
  else {
    const cookie = readSessionCookie(c, ctx.publicUrl);
    if (cookie !== undefined) {
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
  return sudo(c, ctx, raw, actor);
}

async function sudo(
  c: Context,
  ctx: Ctx,
  raw: Raw,
  actor: Extract<Actor, { kind: 'user' }>,
): Promise<Actor> {
  const wanted = textOf(raw.sudo) ?? c.req.header('sudo');
  if (wanted === undefined) return actor;
  if (actor.via === 'session') {
    throw forbidden('Must be authenticated using an OAuth or personal access token to use sudo');
  }
  if (actor.user.is_admin !== 1) throw forbidden('Must be admin to use sudo');
  if (!actor.scopes.includes('sudo')) throw insufficientScope(['sudo']);
  const user = await findUserByIdOrUsername(ctx, wanted);
  if (user === undefined) throw notFound(`User with ID or username '${wanted}'`);
  return { ...actor, user, impersonator: actor.user };
}
