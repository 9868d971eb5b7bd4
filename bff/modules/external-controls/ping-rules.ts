import type { ControlEvent } from '#contract/external-controls.ts';
import { isoOf } from '../../clock.ts';
import { type Ctx, now, transact } from '../../context.ts';
import { bit } from '../../db/portable.ts';
import { enqueue } from '../../jobs/queue.ts';
import { OutboundError } from '../../outbound/decision.ts';
import { callOutside } from '../../outbound/rules.ts';
import { presentProject } from '../projects/present.ts';
import { findProjectById, type Project } from '../projects/rules.ts';
import {
  type Control,
  endPing,
  findControl,
  findEvent,
  insertEvent,
  lockControl,
  updateControlRow,
} from './repository.ts';
import { hmac } from './signature.ts';
import { auditStatus } from './status-rules.ts';

const minute = 60_000;
/** A service has so long to take a ping; its verdict is a call of its own. */
const patience = 10_000;

/** When the next ping is due, `interval` minutes after the instant `time`; both as records carry it. */
export const pingAfter = (time: string, interval: number) =>
  isoOf(Date.parse(time) + interval * minute);

const isEarly = (control: Control, time: string) =>
  time < pingAfter(control.status_updated_at, control.ping_interval_minutes);

interface Asked {
  cause: NonNullable<ControlEvent['cause']>;
  by: number | null;
}

/**
 * The control is `pending` from now on, and a job sends the ping. Which verdict ends by it, and
 * since when it held, is a line of the history. Call inside `transact`, with the control locked.
 */
export async function askForPing(ctx: Ctx, control: Control, asked: Asked): Promise<Control> {
  const time = now(ctx);
  const event = await insertEvent(ctx.db, {
    external_control_id: control.id,
    kind: 'ping',
    cause: asked.cause,
    user_id: asked.by,
    status_before: control.status,
    status_after: 'pending',
    replaced_since: control.status === 'pending' ? null : control.status_updated_at,
    replaced_early: bit(control.status !== 'pending' && isEarly(control, time)),
    state: 'waiting',
    created_at: time,
  });
  await enqueue(ctx, 'ping_control', { event_id: event.id });
  const after = await updateControlRow(ctx.db, control.id, {
    status: 'pending',
    status_updated_at: time,
    next_ping_at:
      control.ping_enabled === 1 ? pingAfter(time, control.ping_interval_minutes) : null,
    // Whoever stays silent over several pings runs out of the time of the first.
    times_out_at: control.status === 'pending' ? control.times_out_at : null,
    updated_at: time,
  });
  if (after === undefined) throw new Error('a control that was locked is gone');
  return after;
}

/** The job: sends a ping and notes what came of it. A second run sends nothing that has ended. */
export async function sendPing(ctx: Ctx, eventId: number, isLast = false): Promise<void> {
  const event = await findEvent(ctx.db, eventId);
  if (event?.state !== 'waiting') return;
  const control = await findControl(ctx.db, event.external_control_id);
  const project = control && (await findProjectById(ctx, control.project_id));
  if (control === undefined || project === undefined) return;
  const begun = ctx.clock.now();
  const status = await bodyOf(ctx, { project, control })
    .then((body) => send(ctx, control, body))
    .catch((error: unknown) => {
      if (!isLast) throw error;
      ctx.log.error({ err: error }, 'a ping could not be sent');
      return null;
    });
  const isTaken = status !== null && status >= 200 && status < 300;
  await transact(ctx, async (ctx) => {
    const held = await lockControl(ctx.db, control.id);
    const ended = await endPing(ctx.db, event.id, {
      state: isTaken ? 'taken' : status === null ? 'unreachable' : 'refused',
      http_status: status,
      duration_ms: Math.max(0, ctx.clock.now() - begun),
      finished_at: now(ctx),
    });
    if (ended === undefined || held === undefined) return;
    if (!isTaken) {
      const told = { action: 'external_control.ping_failed', http_status: status } as const;
      return auditStatus(ctx, held, { ...told, to: held.status });
    }
    // A service may give its verdict before it answers the ping.
    if (held.status !== 'pending') return;
    if (held.times_out_at !== null) return;
    const times_out_at = isoOf(ctx.clock.now() + held.timeout_minutes * minute);
    await updateControlRow(ctx.db, held.id, { times_out_at });
  });
}

/** The status of the service's answer; null where it could not be reached. */
async function send(ctx: Ctx, control: Control, body: string): Promise<number | null> {
  try {
    const { status } = await callOutside(ctx, control.external_url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-GitLab-Signature': hmac(ctx.secrets.decrypt(control.encrypted_secret), body),
      },
      body,
      timeout: patience,
    });
    return status;
  } catch (error) {
    if (error instanceof OutboundError) return null;
    throw error;
  }
}

/** The project's record and the status as it stands. */
async function bodyOf(
  ctx: Ctx,
  { project, control }: { project: Project; control: Control },
): Promise<string> {
  return JSON.stringify({
    ...(await presentProject(ctx, project)),
    project_control_compliance_status: {
      id: control.id,
      status: control.status,
      compliance_requirements_control_id: control.id,
      project_id: project.id,
      namespace_id: project.namespace_id,
      // There are no frameworks here that a control would be part of.
      compliance_requirement_id: null,
      requirement_status_id: null,
      created_at: control.created_at,
      updated_at: control.updated_at,
    },
  });
}
