import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EventName, outwardEvents } from '#contract/event-names.ts';
import { isoOf } from '../../clock.ts';
import { actingUserId, type Ctx, now } from '../../context.ts';
import { enqueue } from '../../jobs/queue.ts';
import { deleteEventsBefore, hasIntegrations, insertEvents } from './repository.ts';

const keptDays = 30;
const day = 86_400_000;
// A statement holds the other writers of SQLite no longer than it takes for these.
const atOnce = 5000;

export interface Happened {
  name: EventName;
  subject: { type: string; id: number | null };
  projectId?: number | null;
  groupId?: number | null;
  /** Values before and after the change, secrets left out. */
  before?: Readonly<Record<string, unknown>>;
  after?: Readonly<Record<string, unknown>>;
  /** No integration hears of it. */
  quiet?: boolean;
}

const outward: ReadonlySet<string> = new Set(outwardEvents);

/**
 * Writes what has happened, in the transaction of the change itself. What somebody did is told by
 * `audit`, which calls this; only what follows by itself is told here alone.
 */
export async function announce(ctx: Ctx, events: readonly Happened[]): Promise<void> {
  if (!ctx.inTransaction) throw new Error('an event belongs to the transaction of its change');
  if (events.length === 0) return;
  const ids = await insertEvents(
    ctx.db,
    events.map((event) => ({
      name: event.name,
      actor_id: actingUserId(ctx),
      subject_type: event.subject.type,
      subject_id: event.subject.id,
      project_id: event.projectId ?? null,
      group_id: event.groupId ?? null,
      changes: JSON.stringify({ before: event.before ?? null, after: event.after ?? null }),
      request_id: ctx.origin?.requestId ?? null,
      created_at: now(ctx),
    })),
  );
  const told = ids.filter((_, at) => isOutward(events[at]));
  if (told.length === 0 || !(await hasIntegrations(ctx.db))) return;
  await enqueue(ctx, 'tell_integrations', { event_ids: told });
}

const isOutward = (event: Happened | undefined): boolean =>
  event !== undefined && event.quiet !== true && !!event.projectId && outward.has(event.name);

/** Forgets what happened thirty days ago, a daily job: what was done stays in the audit rows. */
export async function forgetOldEvents(ctx: Ctx): Promise<void> {
  const instant = isoOf(ctx.clock.now() - keptDays * day);
  while ((await deleteEventsBefore(ctx.db, instant, atOnce)) === atOnce) {
    ctx.signal?.throwIfAborted();
    await nextTurn();
  }
}
