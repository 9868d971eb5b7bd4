import type { Page } from '#contract/common.ts';
import type { EventName } from '#contract/event-names.ts';
import { isoOf } from '../../clock.ts';
import { type Ctx, now } from '../../context.ts';
import { announce } from '../events/rules.ts';
import {
  type AuditEventRow,
  type AuditFilter,
  findAuditEvent,
  firstAndLast,
  insertAuditEvents,
  listAuditEvents,
  moveLastActivity,
} from './repository.ts';

export type { AuditEventRow } from './repository.ts';

const hour = 3_600_000;

export interface Audited {
  action: EventName;
  subject: { type: string; id: number | null; name: string };
  /** What acts where nobody is signed in: the service whose signature was right. */
  actorName?: string;
  projectId?: number | null;
  groupId?: number | null;
  /** Values before and after the change, secrets left out. */
  before?: Readonly<Record<string, unknown>>;
  after?: Readonly<Record<string, unknown>>;
}

/** When something was done first and last; null for never. */
export const auditedTimes = (
  ctx: Ctx,
  action: EventName,
): Promise<{ first: string | null; last: string | null }> => firstAndLast(ctx.db, action);

/**
 * Writes who did what to what, and the domain event of it, in the transaction of the change. What
 * somebody does in a project is its activity.
 */
export const audit = (ctx: Ctx, event: Audited): Promise<void> => auditAll(ctx, [event]);

/** The same for what was done to many at once. */
export async function auditAll(ctx: Ctx, events: readonly Audited[]): Promise<void> {
  if (!ctx.inTransaction) throw new Error('an audit row belongs to the transaction of its change');
  if (events.length === 0) return;
  const { actor } = ctx;
  const by =
    actor.kind === 'user'
      ? { actor_kind: 'user', actor_id: actor.user.id, actor_name: actor.user.username }
      : {
          actor_kind: actor.kind,
          actor_id: null,
          actor_name: actor.kind === 'system' ? actor.job : '',
        };
  const impersonator = actor.kind === 'user' ? actor.impersonator : undefined;
  await insertAuditEvents(
    ctx.db,
    events.map((event) => ({
      ...by,
      ...(actor.kind === 'anonymous' && { actor_name: event.actorName ?? '' }),
      impersonator_id: impersonator?.id ?? null,
      impersonator_name: impersonator?.username ?? null,
      action: event.action,
      subject_type: event.subject.type,
      subject_id: event.subject.id,
      subject_name: event.subject.name,
      project_id: event.projectId ?? null,
      group_id: event.groupId ?? null,
      before: event.before === undefined ? null : JSON.stringify(event.before),
      after: event.after === undefined ? null : JSON.stringify(event.after),
      ip: ctx.origin?.ip ?? null,
      request_id: ctx.origin?.requestId ?? null,
      reason: ctx.origin?.reason ?? null,
      created_at: now(ctx),
    })),
  );
  const projects = new Set(events.flatMap((event) => event.projectId ?? []));
  if (actor.kind === 'user') for (const id of projects) await noteActivityIn(ctx, id);
  await announce(
    ctx,
    events.map((event) => ({ ...event, name: event.action })),
  );
}

/** Once in an hour at most: the row of a busy project is not written again by all that happens. */
const noteActivityIn = (ctx: Ctx, projectId: number): Promise<void> =>
  moveLastActivity(ctx.db, ctx.dialect, projectId, {
    to: now(ctx),
    before: isoOf(ctx.clock.now() - hour),
  });

/** One page of what was done, the newest first. */
export const auditPage = (
  ctx: Ctx,
  filter: AuditFilter,
  paging: { offset: number; perPage: number },
): Promise<Page<AuditEventRow>> => listAuditEvents(ctx.db, filter, paging);

/** One row of what was done; undefined where there is none. */
export const auditEventOf = (ctx: Ctx, id: number): Promise<AuditEventRow | undefined> =>
  findAuditEvent(ctx.db, id);
