import { createHash, randomUUID } from 'node:crypto';
import type { OutwardEvent } from '#contract/event-names.ts';
import { type Ctx, now, transact } from '../../context.ts';
import type { NewRow } from '../../db/schema.ts';
import { enqueue } from '../../jobs/queue.ts';
import { settingsOf } from '../application-settings/rules.ts';
import {
  type EffectiveIntegration,
  effectiveIntegrationsOf,
} from '../integrations/effective-rules.ts';
import { askAfterPush } from '../mock-ci/rules.ts';
import { findProjectById, type Project } from '../projects/rules.ts';
import { hears, isFlagged, wants } from './filters.ts';
import { pausedUntil, pauseReason } from './health-rules.ts';
import { deliveryOf } from './kinds/all.ts';
import { flagOfNews, type News } from './news.ts';
import { type Happening, refUpdateOf } from './payloads/happening.ts';
import { insertDeliveries } from './repository.ts';
import { sources } from './sources.ts';
import { type DomainEvent, listEvents } from './subject-repository.ts';

/** Why nothing was sent while the whole server is silent. */
export const silenceReason = 'Silent mode is on';

/**
 * Tells the integrations of projects what has happened there: writes what is to be sent, or why it
 * is not. A second run writes nothing anew.
 */
export async function tellIntegrations(ctx: Ctx, eventIds: readonly number[]): Promise<void> {
  for (const event of await listEvents(ctx.db, eventIds)) {
    ctx.signal?.throwIfAborted();
    const project =
      event.project_id === null ? undefined : await findProjectById(ctx, event.project_id);
    if (project !== undefined) await tellOf(ctx, project, event);
  }
}

async function tellOf(ctx: Ctx, project: Project, event: DomainEvent): Promise<void> {
  // Only events of these names ask for the job; one of another is nobody's.
  const source = sources[event.name as OutwardEvent];
  if (source === undefined) return;
  const all = await effectiveIntegrationsOf(ctx, project);
  if (event.name === 'ref.update') {
    const happening = happeningOf(event);
    await askAfterPush(ctx, project, { update: refUpdateOf(happening), by: happening.by, all });
  }
  const able = all.filter(
    (one) => sends(one) && source.kinds.some((kind) => hears(one, kind) && isFlagged(one, kind)),
  );
  if (able.length === 0) return;
  const news = await source.news(ctx, project, happeningOf(event));
  const messages = able.flatMap((integration) =>
    news.flatMap((one, at) =>
      wants(integration, one)
        ? partsOf(integration, one).map((part) => ({ integration, news: one, at, part }))
        : [],
    ),
  );
  if (messages.length > 0) await write(ctx, { project, event, messages });
}

const sends = ({ kind }: EffectiveIntegration): boolean =>
  kind.family === 'mail' || deliveryOf(kind.slug) !== undefined;

const partsOf = ({ slug, settings }: EffectiveIntegration, news: News): readonly string[] =>
  deliveryOf(slug)?.parts?.(news, settings) ?? [''];

interface Message {
  integration: EffectiveIntegration;
  news: News;
  /** Which of the event's news: a push has one for each commit besides. */
  at: number;
  part: string;
}

async function write(
  ctx: Ctx,
  of: { project: Project; event: DomainEvent; messages: readonly Message[] },
): Promise<void> {
  const ids = [...new Set(of.messages.map(({ integration }) => integration.integrationId))];
  const { silent_mode_enabled: isSilent } = await settingsOf(ctx);
  await transact(ctx, async (ctx) => {
    const held = new Map<number, string>();
    for (const id of ids) {
      const until = await pausedUntil(ctx, id);
      if (isSilent) held.set(id, silenceReason);
      else if (until !== undefined) held.set(id, pauseReason(until));
    }
    const rows = of.messages.map((message) => rowOf(ctx, { ...of, message, held }));
    await insertDeliveries(ctx.db, rows);
    for (const id of ids) if (!held.has(id)) await askToDeliver(ctx, id);
  });
}

/** Asks for what waits of an integration to be sent now. Call inside `transact`. */
const askToDeliver = (ctx: Ctx, integrationId: number): Promise<void> =>
  enqueue(ctx, 'deliver', { integration_id: integrationId }, { dedup: `now:${integrationId}` });

function rowOf(
  ctx: Ctx,
  of: {
    project: Project;
    event: DomainEvent;
    message: Message;
    held: ReadonlyMap<number, string>;
  },
): NewRow<'integration_deliveries'> {
  const { integration, news, at, part } = of.message;
  const reason = of.held.get(integration.integrationId) ?? null;
  const time = now(ctx);
  return {
    integration_id: integration.integrationId,
    project_id: of.project.id,
    group_id: null,
    slug: integration.slug,
    event: flagOfNews[news.kind],
    event_id: eventIdOf(ctx, of.event.id),
    message_id: randomUUID(),
    dedup_key: `${of.event.id}:${integration.integrationId}:${at}:${part}`,
    part,
    state: reason === null ? 'waiting' : 'skipped',
    reason,
    news: JSON.stringify(news),
    due_at: reason === null ? time : null,
    request: null,
    response: null,
    response_status: null,
    duration_ms: null,
    redelivery_of: null,
    created_at: time,
    finished_at: reason === null ? null : time,
  };
}

/** The same for all that is told of one event, whoever tells it. */
function eventIdOf(ctx: Ctx, id: number): string {
  const hash = createHash('sha256').update(`${ctx.publicUrl} ${id}`).digest('hex');
  const [a, b, c, d, e] = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(13, 16),
    hash.slice(17, 20),
    hash.slice(20, 32),
  ];
  return `${a}-${b}-8${c}-8${d}-${e}`;
}

/** Written by `announce` alone. */
function happeningOf(event: DomainEvent): Happening {
  const changes = JSON.parse(event.changes) as Happening['changes'];
  return {
    id: event.subject_id ?? 0,
    by: event.actor_id,
    at: event.created_at,
    changes,
    isNew: event.name.endsWith('.create'),
  };
}
