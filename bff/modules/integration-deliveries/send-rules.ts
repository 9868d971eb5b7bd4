import { performance } from 'node:perf_hooks';
import type { Ctx } from '../../context.ts';
import { OutboundError } from '../../outbound/decision.ts';
import type { OutboundResponse } from '../../outbound/fetch.ts';
import { callOutside } from '../../outbound/rules.ts';
import type { EffectiveIntegration } from '../integrations/effective-rules.ts';
import { signingSecretOf } from './health-rules.ts';
import type { Delivery, Outgoing } from './kinds/kind.ts';
import {
  type LoggedRequest,
  type LoggedResponse,
  loggedRequest,
  loggedResponse,
  type Mask,
  maskOf,
} from './log.ts';
import type { News } from './news.ts';
import type { DeliveryRow } from './repository.ts';

/** How one attempt went. */
export interface Attempt {
  outcome: 'good' | 'refused' | 'unreachable';
  reason: string | null;
  request: LoggedRequest | null;
  response: LoggedResponse | null;
  duration: number;
}

const second = 1000;
const megabyte = 1024 * 1024;
const mostSent = 25 * megabyte;
/** Of an answer no more is read: it was an answer. */
const mostRead = megabyte;
const limits = {
  connectTimeout: 10 * second,
  idleTimeout: 20 * second,
  timeout: 30 * second,
  redirects: 5,
  maxBytes: mostRead,
  truncates: true,
} as const;

/** For all calls of one attempt. */
const longest = 75 * second;

interface Sent {
  request: Outgoing | undefined;
  response: OutboundResponse | undefined;
}

/** Sends one delivery once over HTTP. Never throws for what the other side does. */
export async function attempt(
  ctx: Ctx,
  row: Pick<DeliveryRow, 'message_id' | 'event_id' | 'part' | 'news'>,
  { integration, delivery }: { integration: EffectiveIntegration; delivery: Delivery },
): Promise<Attempt> {
  const hide = maskOf(integration);
  const sent: Sent = { request: undefined, response: undefined };
  const from = performance.now();
  const call = async (request: Outgoing) => {
    sent.request = { ...request, headers: withKey(request, row.message_id) };
    sent.response = undefined;
    if (Buffer.byteLength(request.body ?? '') > mostSent) throw new TooLarge();
    const { url, ...rest } = sent.request;
    // All calls together end before the lease does.
    const left = Math.ceil(from + longest - performance.now());
    if (left <= 0) throw new OutboundError('too slow');
    const timeout = Math.min(rest.timeout ?? limits.timeout, left);
    sent.response = await callOutside(ctx, url, { ...limits, ...rest, timeout });
    return sent.response;
  };
  const logged = (outcome: Attempt['outcome'], reason: string | null): Attempt => ({
    outcome,
    reason,
    ...logOf(sent, integration, hide),
    duration: Math.round(performance.now() - from),
  });
  const signingSecret =
    integration.kind.signs === true ? await signingSecretOf(ctx, integration.integrationId) : '';
  try {
    const answer = await delivery.send({
      // Written by `tell` alone.
      news: JSON.parse(row.news) as News,
      settings: integration.settings,
      part: row.part,
      messageId: row.message_id,
      eventId: row.event_id,
      publicUrl: ctx.publicUrl,
      now: ctx.clock.now(),
      signingSecret,
      call,
    });
    if (answer === undefined) return logged('good', 'There was nothing to send');
    if ((delivery.isGood ?? isSuccess)(answer.status)) return logged('good', null);
    const outcome = answer.status >= 500 ? 'unreachable' : 'refused';
    return logged(outcome, `The server answered ${answer.status}`);
  } catch (error) {
    if (error instanceof OutboundError) return logged('unreachable', error.message);
    if (error instanceof TooLarge || error instanceof TypeError) {
      return logged('refused', 'The message could not be made');
    }
    throw error;
  }
}

class TooLarge extends Error {}

const isSuccess = (status: number) => status >= 200 && status < 300;

const withKey = (request: Outgoing, key: string) => ({
  'Idempotency-Key': key,
  ...request.headers,
});

const logOf = ({ request, response }: Sent, integration: EffectiveIntegration, hide: Mask) => ({
  request: request === undefined ? null : loggedRequest(request, integration, hide),
  response: response === undefined ? null : loggedResponse(response, hide),
});
