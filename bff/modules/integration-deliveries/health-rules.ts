import { randomBytes } from 'node:crypto';
import { isoOf } from '../../clock.ts';
import { actingUser, type Ctx, isAdministrator, now, transact } from '../../context.ts';
import type { EffectiveIntegration } from '../integrations/effective-rules.ts';
import { sendMail } from '../mails/rules.ts';
import {
  countFailure,
  ensureHealth,
  findHealth,
  type HealthRow,
  listOwnerAddresses,
  setSigningSecret,
  updateHealth,
} from './health-repository.ts';
import { listPaused, type PausedRow } from './paused-repository.ts';
import { skipWaiting } from './repository.ts';

export type { PausedRow } from './paused-repository.ts';

const failuresBeforePause = 4;
const minute = 60_000;
const longestPause = 24 * 60 * minute;

/** How long the n-th pause in a row lasts: a minute, doubling to a day. */
const pauseAfter = (pauses: number): number =>
  Math.min(minute * 2 ** Math.min(pauses, 20), longestPause);

/** Until when an integration is paused; undefined where it is not. */
export async function pausedUntil(ctx: Ctx, integrationId: number): Promise<string | undefined> {
  const row = await findHealth(ctx.db, integrationId);
  return isPaused(ctx, row) ? (row?.paused_until ?? undefined) : undefined;
}

const isPaused = (ctx: Ctx, row: HealthRow | undefined): boolean =>
  row?.paused_until != null && row.paused_until > now(ctx);

/** How an integration does. */
export async function healthOf(ctx: Ctx, integrationId: number) {
  const row = await findHealth(ctx.db, integrationId);
  return {
    failures: row?.failures ?? 0,
    paused_until: isPaused(ctx, row) ? (row?.paused_until ?? null) : null,
    has_signing_secret: row?.encrypted_signing_secret != null,
  };
}

/** Integrations that are paused where the caller is an Owner; of the instance, an administrator. */
export const pausedOf = (ctx: Ctx, groupId: number | undefined): Promise<PausedRow[]> =>
  listPaused(ctx.db, {
    userId: actingUser(ctx).id,
    isAdmin: isAdministrator(ctx),
    groupId,
    instant: now(ctx),
  });

/** A good answer ends a pause and what was counted towards one. Call inside `transact`. */
export async function noteSuccess(ctx: Ctx, integrationId: number): Promise<void> {
  const row = await findHealth(ctx.db, integrationId);
  if (row === undefined || (row.failures === 0 && row.pauses === 0)) return;
  const well = { failures: 0, pauses: 0, paused_until: null, told_at: null };
  await updateHealth(ctx.db, integrationId, well);
}

/**
 * Counts an event that could not be told. From the fourth in a row on the integration pauses, what
 * waits is skipped, and its owners get one mail. Call inside `transact`.
 */
export async function noteFailure(ctx: Ctx, integration: EffectiveIntegration): Promise<void> {
  const { integrationId } = integration;
  await ensureHealth(ctx.db, integrationId);
  const row = await countFailure(ctx.db, integrationId);
  if (row.failures < failuresBeforePause || isPaused(ctx, row)) return;
  const until = isoOf(ctx.clock.now() + pauseAfter(row.pauses));
  const told_at = row.told_at ?? now(ctx);
  const pause = { pauses: row.pauses + 1, paused_until: until, told_at };
  await updateHealth(ctx.db, integrationId, pause);
  await skipWaiting(ctx.db, integrationId, { reason: pauseReason(until), at: now(ctx) });
  if (row.told_at === null) await tellOwners(ctx, integration, until);
}

/** Why an event was skipped during a pause. */
export const pauseReason = (until: string): string =>
  `The integration is paused until ${until} after failed deliveries`;

async function tellOwners(ctx: Ctx, integration: EffectiveIntegration, until: string) {
  const { kind, source } = integration;
  const { level, id } = source;
  const addresses = await listOwnerAddresses(ctx.db, {
    groupId: level === 'group' ? id : null,
    projectId: level === 'project' ? id : null,
  });
  const subject = `${kind.title}: the integration is paused`;
  const text = [
    `${failuresBeforePause} events in a row could not be delivered by ${kind.title}.`,
    `It is paused until ${until}; while it goes on failing, pauses double up to a day.`,
    'Events of a pause are kept for 30 days as skipped deliveries and can be sent again.',
    'A successful test ends the pause.',
    '',
  ].join('\n');
  for (const to of addresses) await sendMail(ctx, { to, subject, text });
}

const secretBytes = 32;
const newSecret = () => randomBytes(secretBytes).toString('base64');

/** What signs the messages of an integration, in base64; made with the first of them. */
export async function signingSecretOf(ctx: Ctx, integrationId: number): Promise<string> {
  const known = (await findHealth(ctx.db, integrationId))?.encrypted_signing_secret;
  if (known != null) return ctx.secrets.decrypt(known);
  await transact(ctx, async (ctx) => {
    await ensureHealth(ctx.db, integrationId);
    const encrypted = ctx.secrets.encrypt(newSecret());
    await setSigningSecret(ctx.db, integrationId, { encrypted, replaces: false });
  });
  // Somebody else may have been faster: theirs counts.
  const row = await findHealth(ctx.db, integrationId);
  if (row?.encrypted_signing_secret == null) throw new Error('no secret to sign with');
  return ctx.secrets.decrypt(row.encrypted_signing_secret);
}

/** A new signing secret, as receivers configure it; nobody reads it again. Call inside `transact`. */
export async function replaceSigningSecret(ctx: Ctx, integrationId: number): Promise<string> {
  const secret = newSecret();
  await ensureHealth(ctx.db, integrationId);
  const encrypted = ctx.secrets.encrypt(secret);
  await setSigningSecret(ctx.db, integrationId, { encrypted, replaces: true });
  return `whsec_${secret}`;
}
