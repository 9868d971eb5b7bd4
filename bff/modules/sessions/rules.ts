import type { Scope } from '#contract/endpoint.ts';
import type { Settings } from '#contract/settings/all.ts';
import { isoOf } from '../../clock.ts';
import { type Actor, actingUser, type Ctx, now, transact, type User } from '../../context.ts';
import { forbidden, notFound, unauthorized } from '../../errors.ts';
import { randomText, sameSecret, sha256 } from '../../secrets.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { audit } from '../audit/rules.ts';
import {
  actorOfToken,
  limited,
  refusalOf,
  scopesOf,
  writeToken,
} from '../personal-access-tokens/rules.ts';
import { hasSecondFactor, isSecondFactor } from '../second-factor/rules.ts';
import { noteActivity } from '../users/activity-rules.ts';
import { judgeGuess, lockedOut, requireOwnPassword } from '../users/guess-rules.ts';
import { reactivate, refuseUnconfirmed } from '../users/state-rules.ts';
import { checkPassword, hashPassword, verifyPassword } from '../users/password.ts';
import { tellOfNewPassword } from '../users/notices.ts';
import { findUserByLogin, getUser } from '../users/rules.ts';
import { noteAddress } from './address-rules.ts';
import {
  changeSignIn,
  deleteSessions,
  findSession,
  insertSession,
  listSessions,
  type SessionRow,
  touchSession,
} from './repository.ts';

const longestDays = 30;
/** Under `admin_mode`: how long after its sign-in a session administers. */
const adminHours = 6;
const minute = 60_000;

/** Who signs in from where, and what is said against it once the user is known. */
interface Client {
  userAgent: string | undefined;
  admit?(user: User): void;
}

export interface SignedIn {
  user: User;
  /** For the cookie; only its hash is stored. */
  sessionId: string;
  csrfToken: string;
  expiresAt: string;
}

const csrfTokenOf = (ctx: Ctx, sessionId: string) => ctx.secrets.mac('csrf', sessionId);

/** The actor of a session cookie, or undefined for one that has ended (which is then deleted). */
export async function actorOfSession(
  ctx: Ctx,
  sessionId: string,
): Promise<
  | {
      actor: Extract<Actor, { kind: 'user' }>;
      isCsrfToken(sent: string): boolean;
      csrfToken: string;
    }
  | undefined
> {
  const found = await findSession(ctx.db, sha256(sessionId));
  if (found === undefined) return undefined;
  const { session, token, user } = found;
  const settings = await settingsOf(ctx);
  const over =
    (await refusalOf(ctx, token, user)) !== undefined ||
    session.password_changed_at !== user.password_changed_at ||
    isOutgrown(token, user) ||
    Date.parse(expiryOf(session, settings)) <= ctx.clock.now();
  if (over) {
    await transact(ctx, (ctx) => deleteSessions(ctx.db, [session.id]));
    return undefined;
  }
  const noted = Math.min(minute, (settings.session_expire_delay * minute) / 10);
  if (ctx.clock.now() - Date.parse(session.last_used_at) > noted) {
    await touchSession(ctx.db, session.id, now(ctx));
  }
  const here = await noteActivity(ctx, user);
  const csrfToken = csrfTokenOf(ctx, sessionId);
  const scopes = scopesOf(token);
  const isFresh = () => ctx.clock.now() - Date.parse(session.created_at) < adminHours * 60 * minute;
  return {
    actor: {
      kind: 'user',
      user: await limited(ctx, here, () => scopes.includes('admin_mode') && isFresh()),
      via: 'session',
      tokenId: token.id,
      scopes,
      sessionId: session.id,
    },
    csrfToken,
    isCsrfToken: (sent) => sameSecret(sent, csrfToken),
  };
}

/** Scopes of the token that a session by password gets. */
const sessionScopes = (user: Pick<User, 'is_admin'>): Scope[] =>
  user.is_admin === 1 ? ['api', 'sudo', 'admin_mode'] : ['api'];

/** Whoever becomes an administrator, or is one no more, signs in again. */
const isOutgrown = (token: Parameters<typeof scopesOf>[0] & { kind: string }, user: User) =>
  token.kind === 'session' && scopesOf(token).join() !== sessionScopes(user).join();

function expiryOf(
  session: Pick<SessionRow, 'created_at' | 'last_used_at'>,
  settings: Settings,
): string {
  const from = settings.session_expire_from_init ? session.created_at : session.last_used_at;
  const idle = Date.parse(from) + settings.session_expire_delay * minute;
  const absolute = Date.parse(session.created_at) + longestDays * 24 * 60 * minute;
  return isoOf(Math.min(idle, absolute));
}

/**
 * The user of a name and a password: 401 for wrong ones alike, 403 with a reason. A deactivated
 * one too, who is active again once a session is open.
 */
export async function signedInByPassword(ctx: Ctx, login: string, password: string): Promise<User> {
  const asked = await findUserByLogin(ctx, login);
  const matches = await verifyPassword(ctx, asked?.password_hash ?? null, password);
  if (asked === undefined) throw unauthorized();
  const { user, locked } = await judgeGuess(ctx, asked, matches);
  if (user === undefined || user.user_type !== 'human') throw unauthorized();
  if (locked) throw lockedOut();
  await refuseUnconfirmed(ctx, user);
  if (user.state === 'active' || user.state === 'deactivated') return user;
  throw forbidden(
    user.state === 'blocked'
      ? 'Your account has been blocked'
      : 'Your account is pending approval from your administrator and hence blocked',
  );
}

/** Signs in by password: 401 for an unknown name and a wrong password alike, 403 with a reason. */
export async function signInByPassword(
  ctx: Ctx,
  given: { username: string; password: string; otp?: string | undefined },
  client: Client,
): Promise<SignedIn> {
  const { username, password, otp } = given;
  const user = await signedInByPassword(ctx, username, password);
  const { password_authentication_enabled_for_web: open } = await settingsOf(ctx);
  // Administrators keep a way in, to switch it on again.
  if (!open && user.is_admin !== 1) {
    throw forbidden('Signing in by password is switched off on this server');
  }
  if (hasSecondFactor(user)) await checkSecondFactor(ctx, user, otp);
  return openPasswordSession(ctx, user, client);
}

/** 401 without a code and with a wrong one, which counts as a wrong password does. */
async function checkSecondFactor(ctx: Ctx, user: User, otp: string | undefined): Promise<void> {
  if (otp !== undefined && otp !== '') {
    const judged = await judgeGuess(ctx, user, await isSecondFactor(ctx, user, otp));
    if (judged.locked) throw lockedOut();
    if (judged.user !== undefined) return;
  }
  throw unauthorized(undefined, { otp_required: true });
}

/** A session with an access token of its own, which ends a deactivation. */
function openPasswordSession(ctx: Ctx, known: User, client: Client): Promise<SignedIn> {
  return transact(ctx, async (ctx) => {
    const user = known.state === 'deactivated' ? await reactivate(ctx, known) : known;
    const { row, text } = await writeToken(ctx, user, {
      kind: 'session',
      name: 'Console session',
      scopes: sessionScopes(user),
      expires_at: null,
    });
    return openSession(ctx, user, { tokenId: row.id, token: text, ...client });
  });
}

/** Signs in by an access token, which keeps its scopes; its end is the session's end. */
export async function signInByToken(ctx: Ctx, token: string, client: Client): Promise<SignedIn> {
  const actor = await actorOfToken(ctx, token);
  return transact(ctx, (ctx) =>
    openSession(ctx, actor.user, { tokenId: actor.tokenId, token, ...client }),
  );
}

async function openSession(
  ctx: Ctx,
  user: User,
  by: Client & { tokenId: number; token: string },
): Promise<SignedIn> {
  by.admit?.(user);
  await noteAddress(ctx, user);
  const sessionId = randomText(43);
  const time = now(ctx);
  const session = await insertSession(ctx.db, {
    id_sha256: sha256(sessionId),
    user_id: user.id,
    token_id: by.tokenId,
    encrypted_token: ctx.secrets.encrypt(by.token),
    password_changed_at: user.password_changed_at,
    ip: ctx.origin?.ip ?? null,
    user_agent: by.userAgent?.slice(0, 500) ?? null,
    created_at: time,
    last_used_at: time,
  });
  await changeSignIn(ctx.db, user.id, {
    failed_attempts: 0,
    locked_at: null,
    last_sign_in_at: user.current_sign_in_at ?? time,
    current_sign_in_at: time,
    last_activity_on: time.slice(0, 10),
  });
  await audit(
    { ...ctx, actor: { kind: 'user', user, via: 'session', tokenId: by.tokenId, scopes: [] } },
    { action: 'session.create', subject: { type: 'User', id: user.id, name: user.username } },
  );
  return {
    user,
    sessionId,
    csrfToken: csrfTokenOf(ctx, sessionId),
    expiresAt: expiryOf(session, await settingsOf(ctx)),
  };
}

/** Ends the session of a cookie; one that is not there is fine. */
export async function signOut(ctx: Ctx): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== 'user' || actor.sessionId === undefined) return;
  const id = actor.sessionId;
  await transact(ctx, async (ctx) => {
    await deleteSessions(ctx.db, [id]);
    await audit(ctx, {
      action: 'session.remove',
      subject: { type: 'User', id: actor.user.id, name: actor.user.username },
    });
  });
}

/** One's own sessions, the last used first. */
export const ownSessions = (ctx: Ctx): Promise<SessionRow[]> =>
  listSessions(ctx.db, actingUser(ctx).id);

/** Ends one of one's own sessions; 404 for anyone else's. */
export async function revokeSession(ctx: Ctx, id: number): Promise<void> {
  const own = await ownSessions(ctx);
  if (!own.some((session) => session.id === id)) throw notFound('Session');
  const user = actingUser(ctx);
  await transact(ctx, async (ctx) => {
    await deleteSessions(ctx.db, [id]);
    await audit(ctx, {
      action: 'session.revoke',
      subject: { type: 'User', id: user.id, name: user.username },
    });
  });
}

/** Changes one's own password: all sessions end, the one that asked goes on under a new id. */
export async function changePassword(
  ctx: Ctx,
  body: { current_password: string; password: string },
  client: Client,
): Promise<SignedIn> {
  const user = await requireOwnPassword(ctx, body.current_password);
  await checkPassword(ctx, body.password);
  const password_hash = await hashPassword(ctx, body.password);
  await transact(ctx, async (ctx) => {
    await changeSignIn(ctx.db, user.id, { password_hash, password_changed_at: now(ctx) });
    const own = await listSessions(ctx.db, user.id);
    await deleteSessions(
      ctx.db,
      own.map((session) => session.id),
    );
    await audit(ctx, {
      action: 'user.change_password',
      subject: { type: 'User', id: user.id, name: user.username },
    });
    await tellOfNewPassword(ctx, user);
  });
  // As it is stored now, for a session holds the time of its password. Who was in stays in.
  return openPasswordSession(ctx, await getUser(ctx, user.id), client);
}
