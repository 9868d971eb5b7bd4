import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IntegrationDelivery, IntegrationHealth } from '#contract/integration-deliveries.ts';
import type { Page } from '#contract/common.ts';
import { isoOf } from '../../clock.ts';
import { actingUser, type Ctx, now, transact } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import { notFound, refused } from '../../errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import { createTurns } from '../../turns.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { audit } from '../audit/rules.ts';
import type { Group } from '../groups/rules.ts';
import {
  type EffectiveIntegration,
  effectiveIntegration,
  effectiveOfGroup,
  effectiveOfInstance,
} from '../integrations/effective-rules.ts';
import { servedKind } from '../integrations/resolve.ts';
import { findProjectById, type Project } from '../projects/rules.ts';
import { deliverOnce, sendLease } from './deliver-rules.ts';
import { healthOf, replaceSigningSecret } from './health-rules.ts';
import { deliveryOf } from './kinds/all.ts';
import type { News, ProjectPayload } from './news.ts';
import { projectPayload } from './payloads/parts.ts';
import {
  deleteDeliveriesBefore,
  type DeliveryRow,
  type DeliveryScope,
  findDelivery,
  insertDelivery,
  type ListedDelivery,
  listDeliveries,
} from './repository.ts';
import { silenceReason } from './tell-rules.ts';
import { testNews } from './test-news.ts';

export type { DeliveryRow, ListedDelivery } from './repository.ts';

/** Each holds its request while the other side thinks: only few at once. */
const sendings = createTurns({
  most: 16,
  waiting: 0,
  patience: 1,
  ofOne: { most: 2, waiting: 0 },
});

/** Where integrations send from. */
export type Place = { project: Project } | { group: Group };

/** Where somebody looks after an integration. */
type Home = Place | 'instance';

const keptDays = 30;
const day = 86_400_000;
const atOnce = 5000;

/** 404 for a slug that this server does not know. */
function scopeOf(place: Place, slug: string): DeliveryScope {
  if (servedKind(slug) === undefined) throw notFound('Integration');
  return {
    slug,
    place: 'project' in place ? { projectId: place.project.id } : { groupId: place.group.id },
  };
}

/** One page of what an integration sent, or was to send, in a project or below a group. */
export const deliveryPage = (
  ctx: Ctx,
  place: Place,
  of: { slug: string; state?: IntegrationDelivery['state'] | undefined; paging: Slice },
): Promise<Page<ListedDelivery>> => listDeliveries(ctx.db, scopeOf(place, of.slug), of);

/** One delivery; 404 for one of another place. */
export async function getDelivery(
  ctx: Ctx,
  place: Place,
  { slug, id }: { slug: string; id: number },
): Promise<DeliveryRow> {
  const row = await findDelivery(ctx.db, scopeOf(place, slug), id);
  if (row === undefined) throw notFound('Delivery');
  return row;
}

/** The integration that works at a place; 404 where none does. */
async function getEffective(ctx: Ctx, place: Home, slug: string): Promise<EffectiveIntegration> {
  if (servedKind(slug) === undefined) throw notFound('Integration');
  const found = await effectiveIn(ctx, place, slug);
  if (found === undefined) throw notFound('Integration');
  return found;
}

function effectiveIn(ctx: Ctx, place: Home, slug: string) {
  if (place === 'instance') return effectiveOfInstance(ctx, slug);
  return 'project' in place
    ? effectiveIntegration(ctx, place.project, slug)
    : effectiveOfGroup(ctx, place.group, slug);
}

/** How the integration that works at a place does. */
export const healthAt = async (ctx: Ctx, place: Home, slug: string): Promise<IntegrationHealth> =>
  healthOf(ctx, (await getEffective(ctx, place, slug)).integrationId);

/** 400 for kinds that send nothing, and while this server is silent. */
async function requireSending(ctx: Ctx, { kind, slug }: EffectiveIntegration): Promise<void> {
  if (kind.family !== 'mail' && deliveryOf(slug) === undefined) {
    throw refused('This integration sends nothing');
  }
  if ((await settingsOf(ctx)).silent_mode_enabled) throw refused(silenceReason);
}

/** Sends an event that has not happened, with the settings as they are stored. */
export async function testIntegration(ctx: Ctx, place: Place, slug: string): Promise<DeliveryRow> {
  const integration = await getEffective(ctx, place, slug);
  await requireSending(ctx, integration);
  const project =
    'project' in place ? await projectPayload(ctx, place.project) : groupPayload(ctx, place.group);
  const news = testNews(integration.kind, { project, user: actingUser(ctx), at: now(ctx) });
  return sendAtOnce(ctx, place, {
    integration,
    fresh: {
      event: 'test',
      event_id: randomUUID(),
      message_id: randomUUID(),
      news,
      part: deliveryOf(slug)?.parts?.(news, integration.settings)[0] ?? '',
      project_id: 'project' in place ? place.project.id : null,
      redelivery_of: null,
    },
  });
}

/** What stands for a project in the test of a group. */
const groupPayload = (ctx: Ctx, group: Group): ProjectPayload => ({
  id: 0,
  name: group.name,
  description: group.description,
  web_url: `${ctx.publicUrl}/groups/${group.full_path}`,
  avatar_url: null,
  git_ssh_url: '',
  git_http_url: `${ctx.publicUrl}/${group.full_path}/test.git`,
  namespace: group.name,
  visibility_level: 0,
  path_with_namespace: group.full_path,
  default_branch: 'main',
  ci_config_path: null,
});

/** Sends a delivery once more, by the settings of today and under its old id. */
export async function redeliver(
  ctx: Ctx,
  place: Place,
  { slug, id }: { slug: string; id: number },
): Promise<DeliveryRow> {
  const row = await getDelivery(ctx, place, { slug, id });
  const project = row.project_id === null ? undefined : await findProjectById(ctx, row.project_id);
  // Where it happened decides, not where somebody looks from.
  const integration = await getEffective(ctx, project === undefined ? place : { project }, slug);
  await requireSending(ctx, integration);
  const { event, event_id, message_id, part, project_id } = row;
  // Written by `tell` and by tests alone.
  const news = JSON.parse(row.news) as News;
  const fresh = { event, event_id, message_id, part, project_id, news, redelivery_of: row.id };
  return sendAtOnce(ctx, place, { integration, fresh });
}

interface Fresh {
  event: string;
  event_id: string;
  message_id: string;
  part: string;
  project_id: number | null;
  news: News;
  redelivery_of: number | null;
}

/** Writes a delivery and sends it; the job is for the case that this process ends meanwhile. */
async function sendAtOnce(...given: Parameters<typeof writeAndSend>): Promise<DeliveryRow> {
  const done = await sendings.take(String(actingUser(given[0]).id));
  return writeAndSend(...given).finally(done);
}

async function writeAndSend(
  ctx: Ctx,
  place: Place,
  { integration, fresh }: { integration: EffectiveIntegration; fresh: Fresh },
): Promise<DeliveryRow> {
  const { integrationId, slug } = integration;
  const row = await transact(ctx, async (ctx) => {
    const row = await insertDelivery(ctx.db, {
      ...fresh,
      news: JSON.stringify(fresh.news),
      integration_id: integrationId,
      group_id: 'group' in place && fresh.project_id === null ? place.group.id : null,
      slug,
      dedup_key: null,
      reason: null,
      attempts: 1,
      due_at: isoOf(ctx.clock.now() + sendLease),
      request: null,
      response: null,
      response_status: null,
      duration_ms: null,
      created_at: now(ctx),
      finished_at: null,
    });
    const late = { delay: sendLease, dedup: `sent:${row.id}` };
    await enqueue(ctx, 'deliver', { integration_id: integrationId }, late);
    await audit(ctx, {
      action: fresh.redelivery_of === null ? 'integration.test' : 'integration.redeliver',
      ...subjectAt(place, integration),
    });
    return row;
  });
  return deliverOnce(ctx, row, { integration, mayRetry: false });
}

function subjectAt(place: Home, { slug, integrationId }: EffectiveIntegration) {
  const subject = (path: string) => ({
    subject: { type: 'Integration', id: integrationId, name: `${path} ${slug}` },
  });
  if (place === 'instance') return subject('instance');
  return 'project' in place
    ? { ...subject(place.project.full_path), projectId: place.project.id }
    : { ...subject(place.group.full_path), groupId: place.group.id };
}

/** Gives an integration of this place a new signing secret; one that comes from above has its own. */
export async function createSigningSecret(ctx: Ctx, place: Home, slug: string): Promise<string> {
  const integration = await getEffective(ctx, place, slug);
  if (integration.kind.signs !== true) throw refused('This integration does not sign');
  const { level, id } = integration.source;
  const home = homeOf(place);
  if (level !== home.level || id !== home.id) {
    throw refused('The signing secret is set where the integration is set up');
  }
  return transact(ctx, async (ctx) => {
    await audit(ctx, { action: 'integration.sign', ...subjectAt(place, integration) });
    return replaceSigningSecret(ctx, integration.integrationId);
  });
}

function homeOf(place: Home): EffectiveIntegration['source'] {
  if (place === 'instance') return { level: 'instance', id: null };
  return 'project' in place
    ? { level: 'project', id: place.project.id }
    : { level: 'group', id: place.group.id };
}

/** Forgets deliveries of thirty days ago, a daily job. */
export async function forgetOldDeliveries(ctx: Ctx): Promise<void> {
  const instant = isoOf(ctx.clock.now() - keptDays * day);
  while ((await deleteDeliveriesBefore(ctx.db, instant, atOnce)) === atOnce) {
    ctx.signal?.throwIfAborted();
    await nextTurn();
  }
}
