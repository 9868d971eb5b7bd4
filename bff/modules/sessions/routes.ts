import type { Context } from 'hono';
import { sessions } from '#contract/sessions.ts';
import type { Ctx } from '../../context.ts';
import { badParameters, forbidden } from '../../errors.ts';
import { countingFailures } from '../../failed-credentials.ts';
import { type Api, mount } from '../../http/mount.ts';
import {
  clearSessionCookie,
  isSameOrigin,
  readSessionCookie,
  setSessionCookie,
} from '../../http/session-cookie.ts';
import { admitter, signingIn } from '../../http/throttle.ts';
import { presentCurrentUser } from '../users/present.ts';
import { demandsOn } from './demand-rules.ts';
import {
  actorOfSession,
  changePassword,
  ownSessions,
  revokeSession,
  type SignedIn,
  signInByPassword,
  signInByToken,
  signOut,
} from './rules.ts';

const clientOf = (c: Context) => ({
  userAgent: c.req.header('user-agent'),
  admit: admitter(c),
});

async function welcome(ctx: Ctx, c: Context, signedIn: SignedIn) {
  setSessionCookie(c, ctx.publicUrl, signedIn.sessionId);
  return {
    user: presentCurrentUser(ctx, signedIn.user),
    csrf_token: signedIn.csrfToken,
    demands: await demandsOn(ctx, signedIn.user),
    expires_at: signedIn.expiresAt,
  };
}

/** Sign-in, sign-out and one's own sessions. */
export function sessionRoutes(api: Api): void {
  mount(api, sessions.current, async ({ ctx, c }) => {
    if (ctx.actor.kind !== 'user') return { user: null, csrf_token: null, demands: null };
    const cookie = ctx.actor.via === 'session' ? readSessionCookie(c, ctx.publicUrl) : undefined;
    const session = cookie === undefined ? undefined : await actorOfSession(ctx, cookie);
    return {
      user: presentCurrentUser(ctx, ctx.actor.user),
      csrf_token: session?.csrfToken ?? null,
      demands: await demandsOn(ctx, ctx.actor.user),
    };
  });
  mount(api, sessions.create, async ({ ctx, body, c }) => {
    if (!isSameOrigin(c, ctx.publicUrl)) throw forbidden();
    const { token, username, password, otp } = body;
    if (token !== undefined) {
      const check = () => signInByToken(ctx, token, clientOf(c));
      return welcome(ctx, c, await signingIn(c, () => countingFailures(ctx, check)));
    }
    if (username === undefined) throw badParameters('username is missing');
    if (password === undefined) throw badParameters('password is missing');
    const check = () => signInByPassword(ctx, { username, password, otp }, clientOf(c));
    return welcome(ctx, c, await signingIn(c, () => countingFailures(ctx, check)));
  });
  mount(api, sessions.remove, async ({ ctx, c }) => {
    await signOut(ctx);
    clearSessionCookie(c, ctx.publicUrl);
  });
  mount(api, sessions.list, async ({ ctx }) => {
    const current = ctx.actor.kind === 'user' ? ctx.actor.sessionId : undefined;
    return (await ownSessions(ctx)).map((row) => ({
      id: row.id,
      current: row.id === current,
      ip: row.ip,
      user_agent: row.user_agent,
      created_at: row.created_at,
      last_used_at: row.last_used_at,
    }));
  });
  mount(api, sessions.revoke, ({ ctx, params }) => revokeSession(ctx, params.session_id));
  mount(api, sessions.changePassword, async ({ ctx, body, c }) => {
    const signedIn = await changePassword(ctx, body, clientOf(c));
    setSessionCookie(c, ctx.publicUrl, signedIn.sessionId);
    return { csrf_token: signedIn.csrfToken };
  });
}
