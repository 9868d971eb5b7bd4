import type { Ctx } from '../../context.ts';
import { now } from '../../context.ts';
import { deliveryOf } from '../../modules/integration-deliveries/kinds/all.ts';
import type { News } from '../../modules/integration-deliveries/news.ts';
import { projectPayload } from '../../modules/integration-deliveries/payloads/parts.ts';
import { insertDeliveries } from '../../modules/integration-deliveries/repository.ts';
import { attempt } from '../../modules/integration-deliveries/send-rules.ts';
import { testNews } from '../../modules/integration-deliveries/test-news.ts';
import {
  type EffectiveIntegration,
  effectiveIntegration,
} from '../../modules/integrations/effective-rules.ts';
import { findProjectById } from '../../modules/projects/rules.ts';
import { usersById } from '../../modules/users/rules.ts';
import { rootName } from './cast.ts';
import type { Project } from './project.ts';
import { personOf, type World } from './world.ts';

const tracker = 'https://tracker.example.test/projects/harbour';
const at = '/groups/harbour/integrations';

/** What the chat answered, the newest last, and how long it took; nobody outside is asked. */
const answers = [
  { status: 200, body: 'ok', took: 212 },
  { status: 200, body: 'ok', took: 187 },
  { status: 503, body: 'down for repairs', took: 1406 },
  { status: 404, body: 'no such hook', took: 96 },
] as const;

/** Integrations of the harbour: a tracker that all projects take over, and a chat that is off again. */
export async function addIntegrations(world: World, projects: readonly Project[]): Promise<void> {
  await world.call(rootName, `PUT ${at}/redmine`, {
    project_url: tracker,
    issues_url: 'https://tracker.example.test/issues/:id',
    new_issue_url: `${tracker}/issues/new`,
    // The tracker is not there: nobody asks it whether it is.
    push_events: false,
  });
  await world.call(rootName, `PUT ${at}/mattermost-slash-commands`, { token: 'ask-the-harbour' });
  await world.call(rootName, `PUT ${at}/mattermost`, {
    webhook: 'https://chat.example.test/hooks/harbour',
    channel: 'harbour-watch',
  });
  await addDeliveries(world, projects);
  await world.call(rootName, `DELETE ${at}/mattermost`);
}

/** What the chat was told of one project, sent as it always is, to answers that are known. */
async function addDeliveries(world: World, projects: readonly Project[]): Promise<void> {
  const { ctx } = world;
  const found = projects.find((one) => one.path === 'signal-flags');
  const project = found && (await findProjectById(ctx, found.id));
  const integration = project && (await effectiveIntegration(ctx, project, 'mattermost'));
  const root = personOf(world.people, rootName);
  const user = (await usersById(ctx, [root.id])).get(root.id);
  if (project === undefined || integration === undefined || user === undefined) {
    throw new Error('there is no chat of signal-flags');
  }
  for (const answer of answers) {
    world.pass(11);
    const payload = await projectPayload(ctx, project);
    const news = testNews(integration.kind, { project: payload, user, at: now(ctx) });
    const number = answers.indexOf(answer) + 1;
    const row = await deliveryRow(ctx, { integration, news, number, answer });
    await insertDeliveries(ctx.db, [{ ...row, project_id: project.id }]);
  }
}

async function deliveryRow(
  ctx: Ctx,
  of: {
    integration: EffectiveIntegration;
    news: News;
    number: number;
    answer: (typeof answers)[number];
  },
) {
  const { integration, number, answer } = of;
  const delivery = deliveryOf(integration.slug);
  if (delivery === undefined) throw new Error(`${integration.slug} sends nothing`);
  const idOf = (kind: number) =>
    `00000000-0000-4000-8000-${String(kind * 100 + number).padStart(12, '0')}`;
  const message = {
    event_id: idOf(1),
    message_id: idOf(2),
    part: 'harbour-watch',
    news: JSON.stringify(of.news),
  };
  const said = { status: answer.status, headers: {}, body: Buffer.from(answer.body), url: '' };
  const there = { ...ctx, fetch: () => Promise.resolve(said) };
  const { outcome, reason, request, response } = await attempt(there, message, {
    integration,
    delivery,
  });
  const time = now(ctx);
  return {
    ...message,
    integration_id: integration.integrationId,
    group_id: null,
    slug: integration.slug,
    event: 'push_events',
    dedup_key: null,
    state: outcome === 'good' ? ('succeeded' as const) : ('failed' as const),
    reason,
    attempts: outcome === 'unreachable' ? 4 : 1,
    due_at: null,
    request: JSON.stringify(request),
    response: JSON.stringify(response),
    response_status: answer.status,
    duration_ms: answer.took,
    redelivery_of: null,
    created_at: time,
    finished_at: time,
  };
}
