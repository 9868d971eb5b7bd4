import type { Page } from '#contract/common.ts';
import type { Scope } from '#contract/endpoint.ts';
import { isoOf } from '../../clock.ts';
import {
  type Actor,
  actingUser,
  type Ctx,
  isAdministrator,
  now,
  transact,
  type User,
} from '../../context.ts';
import { forbidden, invalid, invalidToken, notFound, unauthorized } from '../../errors.ts';
import { randomText, sha256 } from '../../secrets.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { audit } from '../audit/rules.ts';
import { noteActivity } from '../users/activity-rules.ts';
import {
  findToken,
  findTokenWithUser,
  insertToken,
  listTokens,
  listTokensBeyond,
  revokeToken,
  type TokenFilter,
  type TokenRow,
  touchToken,
} from './repository.ts';

const longestDays = 365;
const day = 86_400_000;
const administratorScopes: readonly Scope[] = ['sudo', 'admin_mode'];

/** The day of now in UTC. */
const today = (ctx: Pick<Ctx, 'clock'>) => isoOf(ctx.clock.now()).slice(0, 10);

/** The scopes of a stored token. */
// Written by this module alone, from the contract's list of scopes.
export const scopesOf = (token: TokenRow) => JSON.parse(token.scopes) as Scope[];

/** Neither revoked nor over. */
export const isActive = (ctx: Pick<Ctx, 'clock'>, token: TokenRow): boolean =>
  token.revoked === 0 && (token.expires_at === null || token.expires_at > today(ctx));

/** Why a stored token opens nothing, as the refusal to throw; undefined when it is fine. */
export async function refusalOf(ctx: Ctx, token: TokenRow, user: User) {
  if (token.kind === 'personal' && (await settingsOf(ctx)).disable_personal_access_tokens) {
    return unauthorized();
  }
  if (token.revoked === 1) return invalidToken('revoked');
  if (!isActive(ctx, token)) return invalidToken('expired');
  if (token.kind === 'impersonation' && ctx.config.impersonation === 'off') {
    return invalidToken('impersonation_disabled');
  }
  if (user.state !== 'active' || user.user_type !== 'human') return unauthorized();
  return undefined;
}

/** The user behind a token; 401 for an unknown, revoked or expired one and for blocked users. */
export async function actorOfToken(
  ctx: Ctx,
  text: string,
): Promise<Extract<Actor, { kind: 'user' }>> {
  const found = await findTokenWithUser(ctx.db, sha256(text));
  // A session's token never leaves the server: presented from outside it is no credential.
  if (found === undefined || found.token.kind === 'session') throw unauthorized();
  const { token, user } = found;
  const refusal = await refusalOf(ctx, token, user);
  if (refusal !== undefined) throw refusal;
  await noteUse(ctx, token);
  const scopes = scopesOf(token);
  const by = await limited(ctx, await noteActivity(ctx, user), () => scopes.includes('admin_mode'));
  return { kind: 'user', user: by, via: 'token', tokenId: token.id, scopes };
}

/** Under `admin_mode` an administrator who may not administer just now acts as anyone else. */
export async function limited(ctx: Ctx, user: User, mayAdminister: () => boolean): Promise<User> {
  if (user.is_admin !== 1 || !(await settingsOf(ctx)).admin_mode || mayAdminister()) return user;
  return { ...user, is_admin: 0 };
}

/** Records the last use, once in ten minutes at most. */
async function noteUse(ctx: Ctx, token: TokenRow): Promise<void> {
  const last = token.last_used_at === null ? 0 : Date.parse(token.last_used_at);
  if (ctx.clock.now() - last > 10 * 60_000) await touchToken(ctx.db, token.id, now(ctx));
}

interface NewToken {
  name: string;
  description?: string;
  scopes: readonly Scope[];
  expires_at?: string;
}

/** Creates an access token; its text is in the answer and nowhere else. */
export async function createToken(
  ctx: Ctx,
  owner: User,
  body: NewToken & { kind?: TokenFilter['kind'] },
): Promise<{ row: TokenRow; text: string }> {
  const { kind = 'personal' } = body;
  if (kind === 'personal' && (await settingsOf(ctx)).disable_personal_access_tokens) {
    throw forbidden('Personal access tokens are switched off on this server');
  }
  if (kind === 'personal') await refuseImpersonated(ctx);
  if (body.scopes.length === 0) throw invalid({ scopes: ["can't be blank"] });
  const wantsMore = administratorScopes.some((scope) => body.scopes.includes(scope));
  if (wantsMore && owner.is_admin !== 1)
    throw invalid({ scopes: ['can only contain available scopes'] });
  refuseGreaterScopes(ctx, body.scopes);
  const expires_at = await lastDayOf(ctx, body.expires_at);
  return transact(ctx, (ctx) => writeToken(ctx, owner, { ...body, expires_at, kind }));
}

/** Nobody makes or renews a token of an administrator's scopes by a token without them. */
function refuseGreaterScopes(ctx: Ctx, scopes: readonly Scope[]): void {
  const { actor } = ctx;
  if (actor.kind !== 'user') return;
  const greater = administratorScopes.filter((scope) => scopes.includes(scope));
  if (greater.some((scope) => !actor.scopes.includes(scope))) {
    throw forbidden('the calling token lacks the scopes that it would give');
  }
}

/** Whoever acts as somebody else makes no tokens in their name: those would outlive the leave to. */
export async function refuseImpersonated({ db, actor }: Ctx): Promise<void> {
  if (actor.kind !== 'user') return;
  if ((await findToken(db, actor.tokenId))?.kind === 'impersonation') throw forbidden();
}

/** The day a new token ends; null, where tokens may live on, for none. */
async function lastDayOf(ctx: Ctx, wanted: string | undefined): Promise<string | null> {
  const {
    require_personal_access_token_expiry: required,
    max_personal_access_token_lifetime: longest,
  } = await settingsOf(ctx);
  const mustEnd = required || longest !== null;
  if (wanted === undefined && !mustEnd) return null;
  const latest = lastDay(ctx, longest ?? longestDays);
  const last = wanted ?? latest;
  if (last <= today(ctx)) throw invalid({ expires_at: ['must be in the future'] });
  if (mustEnd && last > latest) throw invalid({ expires_at: [`must be before ${latest}`] });
  return last;
}

const lastDay = (ctx: Ctx, days: number) => isoOf(ctx.clock.now() + days * day).slice(0, 10);

/** The job after a change of the longest life: tokens that would live longer are revoked. */
export async function revokeLongTokens(ctx: Ctx): Promise<void> {
  const { max_personal_access_token_lifetime: longest } = await settingsOf(ctx);
  if (longest === null) return;
  const latest = lastDay(ctx, longest);
  for (;;) {
    const tokens = await listTokensBeyond(ctx.db, latest);
    if (tokens.length === 0) return;
    await transact(ctx, async (ctx) => {
      for (const token of tokens) await revokeOne(ctx, token);
    });
  }
}

const nounOf = ({ kind }: TokenRow) =>
  kind === 'impersonation' ? 'impersonation_token' : 'personal_access_token';

const subjectOf = (token: TokenRow) => ({
  type: token.kind === 'impersonation' ? 'ImpersonationToken' : 'PersonalAccessToken',
  id: token.id,
  name: token.name,
});

/** Writes a token row of any kind with its audit row. Call inside `transact`. */
export async function writeToken(
  ctx: Ctx,
  owner: User,
  fields: Omit<NewToken, 'expires_at'> & {
    kind: TokenRow['kind'];
    expires_at: string | null;
    text?: string;
  },
): Promise<{ row: TokenRow; text: string }> {
  const { personal_access_token_prefix: prefix } = await settingsOf(ctx);
  const text = fields.text ?? prefix + randomText(20);
  const row = await insertToken(ctx.db, {
    user_id: owner.id,
    kind: fields.kind,
    name: fields.name,
    description: fields.description ?? null,
    token_sha256: sha256(text),
    scopes: JSON.stringify(fields.scopes),
    expires_at: fields.expires_at,
    last_used_at: null,
    created_at: now(ctx),
  });
  if (row.kind !== 'session') {
    await audit(ctx, {
      action: `${nounOf(row)}.create`,
      subject: subjectOf(row),
      after: { scopes: fields.scopes, expires_at: row.expires_at, user: owner.username },
    });
  }
  return { row, text };
}

/** One's own tokens; administrators see those of everyone or of one user. */
export async function tokenPage(
  ctx: Ctx,
  filter: Omit<TokenFilter, 'today' | 'kind'>,
  paging: { offset: number; perPage: number },
): Promise<Page<TokenRow>> {
  const user = actingUser(ctx);
  const admin = isAdministrator(ctx);
  if (!admin && filter.user_id !== undefined && filter.user_id !== user.id) throw unauthorized();
  const user_id = admin ? filter.user_id : user.id;
  return listTokens(ctx.db, { ...filter, kind: 'personal', user_id, today: today(ctx) }, paging);
}

/** One page of the impersonation tokens of a user. */
export const impersonationPage = (
  ctx: Ctx,
  filter: Pick<TokenFilter, 'user_id' | 'state'>,
  paging: { offset: number; perPage: number },
): Promise<Page<TokenRow>> =>
  listTokens(ctx.db, { ...filter, kind: 'impersonation', today: today(ctx) }, paging);

/** A user's impersonation token; 404 for none. */
export async function getImpersonationToken(ctx: Ctx, owner: User, id: number): Promise<TokenRow> {
  const token = await findToken(ctx.db, id);
  const fits = token?.kind === 'impersonation' && token.user_id === owner.id;
  if (token === undefined || !fits) throw notFound('Impersonation Token');
  return token;
}

/** All listed tokens of a user, the oldest first. */
export async function tokensOf(ctx: Ctx, owner: User): Promise<readonly TokenRow[]> {
  const filter = { kind: 'personal', user_id: owner.id, today: today(ctx) } as const;
  return (await listTokens(ctx.db, filter, { offset: 0, perPage: 10_000 })).rows;
}

/** A token one may manage: one's own, or any for administrators; else 404. */
export async function getToken(ctx: Ctx, id: number | 'self'): Promise<TokenRow> {
  const { actor } = ctx;
  const wanted = id === 'self' && actor.kind === 'user' ? actor.tokenId : id;
  const token = typeof wanted === 'number' ? await findToken(ctx.db, wanted) : undefined;
  const mayManage = isAdministrator(ctx) || token?.user_id === actingUser(ctx).id;
  // One that others made is for them to manage; it may ask after itself.
  const listed = token?.kind === 'personal' || (token?.kind === 'impersonation' && id === 'self');
  if (token === undefined || !listed || !mayManage) throw notFound();
  return token;
}

/** Revokes a token: its next request is 401, the sessions it opened end. */
export async function revoke(ctx: Ctx, id: number | 'self'): Promise<void> {
  const token = await getToken(ctx, id);
  await revokeFound(ctx, token);
}

/** Revokes a token that the caller was shown to manage. */
export const revokeFound = (ctx: Ctx, token: TokenRow): Promise<void> =>
  transact(ctx, (ctx) => revokeOne(ctx, token));

async function revokeOne(ctx: Ctx, token: TokenRow): Promise<void> {
  await revokeToken(ctx.db, token.id);
  await audit(ctx, {
    action: `${nounOf(token)}.revoke`,
    subject: subjectOf(token),
    before: { revoked: token.revoked === 1 },
    after: { revoked: true },
  });
}

/** Revokes a token and makes its successor with the same name and scopes. */
export async function rotate(
  ctx: Ctx,
  id: number | 'self',
  expiresAt: string | undefined,
): Promise<{ row: TokenRow; text: string }> {
  const token = await getToken(ctx, id);
  const { actor } = ctx;
  if (actor.kind === 'user' && !actor.scopes.includes('api') && token.id !== actor.tokenId) {
    throw forbidden();
  }
  if (!isActive(ctx, token)) throw invalid({ base: ['token already revoked or expired'] });
  refuseGreaterScopes(ctx, scopesOf(token));
  if (token.kind === 'personal') await refuseImpersonated(ctx);
  const week = isoOf(ctx.clock.now() + 7 * day).slice(0, 10);
  const expires_at = await lastDayOf(ctx, expiresAt ?? week);
  return transact(ctx, async (ctx) => {
    if (!(await revokeToken(ctx.db, token.id))) {
      throw invalid({ base: ['token already revoked or expired'] });
    }
    const owner = (await findTokenWithUser(ctx.db, token.token_sha256))?.user ?? actingUser(ctx);
    return writeToken(ctx, owner, {
      kind: token.kind,
      name: token.name,
      description: token.description ?? undefined,
      scopes: scopesOf(token),
      expires_at,
    });
  });
}
