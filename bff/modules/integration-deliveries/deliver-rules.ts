import { performance } from 'node:perf_hooks';
import { isoOf } from '../../clock.ts';
import { type Ctx, now, transact } from '../../context.ts';
import { enqueue } from '../../jobs/queue.ts';
import { settingsOf } from '../application-settings/rules.ts';
import {
  type EffectiveIntegration,
  effectiveIntegration,
} from '../integrations/effective-rules.ts';
import { findProjectById } from '../projects/rules.ts';
import { noteFailure, noteSuccess } from './health-rules.ts';
import { deliveryOf } from './kinds/all.ts';
import { mailPipeline, mayMailFor } from './mail-rules.ts';
import type { News } from './news.ts';
import { claimDelivery, type DeliveryRow, nextDueDelivery, updateDelivery } from './repository.ts';
import { attempt, type Attempt } from './send-rules.ts';
import { silenceReason } from './tell-rules.ts';

const minute = 60_000;
const mostAttempts = 4;
/** No attempt takes longer; after it another process may send what this one did not record. */
export const sendLease = 90_000;
/** Sent in one job; then other integrations have their turn. */
const mostAtOnce = 50;
/** Nor does a job begin another message after so long. */
const longestTurn = 10_000;

const failed = { state: 'failed', reason: 'The message could not be made' } as const;
const goneReason = 'The integration is not active here any more';

/** Sends what an integration has to send and what is due to be tried again. */
export async function deliverDue(ctx: Ctx, integrationId: number): Promise<void> {
  const from = performance.now();
  for (let sent = 0; sent < mostAtOnce && performance.now() - from < longestTurn; sent += 1) {
    ctx.signal?.throwIfAborted();
    const row = await claimDelivery(ctx.db, ctx.dialect, {
      integrationId,
      now: now(ctx),
      until: isoOf(ctx.clock.now() + sendLease),
    });
    if (row === undefined) break;
    try {
      await deliverClaimed(ctx, row);
    } catch (error) {
      // Broken off, or worth another attempt after the lease; the last one ends it.
      ctx.signal?.throwIfAborted();
      if (row.attempts >= mostAttempts) await end(ctx, row, failed);
      ctx.log.warn({ err: error, delivery_id: row.id }, 'a delivery could not be sent');
    }
  }
  await askForNext(ctx, integrationId);
}

async function askForNext(ctx: Ctx, integrationId: number): Promise<void> {
  const due = await nextDueDelivery(ctx.db, integrationId);
  if (due === undefined) return;
  const delay = Math.max(0, Date.parse(due) - ctx.clock.now());
  // By the second: a thousand that failed one after the other ask for few jobs.
  const dedup = delay === 0 ? `now:${integrationId}` : `${integrationId}:${due.slice(0, 19)}`;
  await transact(ctx, (ctx) =>
    enqueue(ctx, 'deliver', { integration_id: integrationId }, { delay, dedup }),
  );
}

async function deliverClaimed(ctx: Ctx, row: DeliveryRow): Promise<void> {
  const project = row.project_id === null ? undefined : await findProjectById(ctx, row.project_id);
  const integration = project && (await effectiveIntegration(ctx, project, row.slug));
  // What was switched off, removed or moved out of reach hears no more, whatever was waiting.
  if (integration?.integrationId !== row.integration_id)
    return end(ctx, row, { state: 'skipped', reason: goneReason });
  if ((await settingsOf(ctx)).silent_mode_enabled)
    return end(ctx, row, { state: 'skipped', reason: silenceReason });
  await deliverOnce(ctx, row, { integration, mayRetry: true });
}

/** Ends a delivery that is not sent. */
const end = (
  ctx: Ctx,
  row: DeliveryRow,
  how: { state: 'skipped' | 'failed'; reason: string },
): Promise<void> =>
  transact(ctx, async (ctx) => {
    await updateDelivery(ctx.db, row.id, { ...how, due_at: null, finished_at: now(ctx) });
  });

/** Sends a delivery once and writes down how it went. */
export async function deliverOnce(
  ctx: Ctx,
  row: DeliveryRow,
  { integration, mayRetry }: { integration: EffectiveIntegration; mayRetry: boolean },
): Promise<DeliveryRow> {
  if (integration.kind.family === 'mail') return deliverByMail(ctx, row, integration);
  const delivery = deliveryOf(integration.slug);
  if (delivery === undefined) throw new Error(`${integration.slug} sends nothing`);
  const result = await attempt(ctx, row, { integration, delivery });
  return record(ctx, row, { integration, result, mayRetry });
}

function record(
  ctx: Ctx,
  row: DeliveryRow,
  of: { integration: EffectiveIntegration; result: Attempt; mayRetry: boolean },
): Promise<DeliveryRow> {
  const { integration, result } = of;
  const again = of.mayRetry && result.outcome === 'unreachable' && row.attempts < mostAttempts;
  const logged = {
    reason: result.reason,
    request: result.request === null ? null : JSON.stringify(result.request),
    response: result.response === null ? null : JSON.stringify(result.response),
    response_status: result.response?.status ?? null,
    duration_ms: result.duration,
  };
  const end = { due_at: null, finished_at: now(ctx) };
  return transact(ctx, async (ctx) => {
    if (again) {
      const delay = minute * 2 ** (row.attempts - 1);
      return updateDelivery(ctx.db, row.id, {
        ...logged,
        due_at: isoOf(ctx.clock.now() + delay),
      });
    }
    const isGood = result.outcome === 'good';
    const state = isGood ? 'succeeded' : 'failed';
    const after = await updateDelivery(ctx.db, row.id, { ...logged, ...end, state });
    if (isGood) await noteSuccess(ctx, row.integration_id);
    else if (of.mayRetry) await noteFailure(ctx, integration);
    return after;
  });
}

/** The mails and the end of the delivery are written at once: none is written twice. */
async function deliverByMail(
  ctx: Ctx,
  row: DeliveryRow,
  { settings }: EffectiveIntegration,
): Promise<DeliveryRow> {
  // Written by `tell` alone.
  const news = JSON.parse(row.news) as News;
  const may = await mayMailFor(ctx, news);
  return transact(ctx, async (ctx) => {
    const end = { due_at: null, finished_at: now(ctx), duration_ms: 0 };
    if (!may) {
      const reason = 'Whoever started the pipeline is blocked';
      return updateDelivery(ctx.db, row.id, { ...end, state: 'skipped', reason });
    }
    const request = await mailPipeline(ctx, { news, settings });
    const reason = request.url === '' ? 'There is no recipient' : null;
    return updateDelivery(ctx.db, row.id, {
      ...end,
      state: 'succeeded',
      reason,
      request: JSON.stringify(request),
    });
  });
}
