import * as z from 'zod';
import { pageQuery, timestamp, underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

/** `waiting` is sent or tried again; `skipped` was never sent and says why. */
const deliveryStates = ['waiting', 'succeeded', 'failed', 'skipped'] as const;

const headers = z.record(z.string(), z.string());

const integrationDelivery = z
  .object({
    id: z.int(),
    slug: z.string(),
    event: z.string().describe('The flag of the event, or `test`'),
    project: z
      .object({ id: z.int(), path_with_namespace: z.string(), web_url: z.string() })
      .nullable()
      .describe("Where it happened; null for a group's test"),
    state: z.enum(deliveryStates),
    reason: z.string().nullable().describe('Why it was skipped or has failed'),
    attempts: z.int(),
    next_attempt_at: timestamp.nullable(),
    response_status: z.int().nullable(),
    duration_ms: z.int().nullable(),
    redelivery_of: z.int().nullable(),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'IntegrationDelivery' });
export type IntegrationDelivery = z.output<typeof integrationDelivery>;

const integrationDeliveryDetails = z
  .object({
    ...integrationDelivery.shape,
    message_id: z.string().describe('The same for each attempt and each repeat'),
    request: z
      .object({ method: z.string(), url: z.string(), headers, body: z.string() })
      .nullable()
      .describe('What was sent last, secrets masked'),
    response: z
      .object({ status: z.int(), headers, body: z.string() })
      .nullable()
      .describe('The first 8 KiB of the answer, secrets masked'),
  })
  .meta({ id: 'IntegrationDeliveryDetails' });
export type IntegrationDeliveryDetails = z.output<typeof integrationDeliveryDetails>;

const integrationHealth = z
  .object({
    failures: z.int().describe('Failed events in a row'),
    paused_until: timestamp.nullable(),
    has_signing_secret: z.boolean(),
  })
  .meta({ id: 'IntegrationHealth' });
export type IntegrationHealth = z.output<typeof integrationHealth>;

const signingSecret = z.object({ signing_secret: z.string() }).meta({ id: 'SigningSecret' });

const underSlug = z.object({ ...underId.shape, slug: z.string() });
const underDelivery = z.object({ ...underSlug.shape, delivery_id: z.int() });

const places = { group: '/groups/:id', project: '/projects/:id' } as const;

/** The endpoints of one kind of place: the same for groups and for projects. */
function endpointsOf<const P extends keyof typeof places>(place: P) {
  const path = `${places[place]}/integrations/:slug` as const;
  // `P` is the literal that `place` holds, which the computed key would widen.
  const access = { who: 'user', [place]: 'admin_integration' } as { who: 'user' } & Record<
    P,
    'admin_integration'
  >;
  const common = { base: 'bff', access } as const;
  const name = `${place}IntegrationDeliveries` as const;
  return {
    list: defineEndpoint({
      ...common,
      id: `${name}.list`,
      method: 'GET',
      path: `${path}/deliveries`,
      summary: `What an integration of a ${place} sent or was to send, the newest first`,
      params: underSlug,
      query: z.object({ ...pageQuery, state: z.enum(deliveryStates).optional() }),
      response: z.array(integrationDelivery),
      status: [200],
      paginated: true,
    }),
    show: defineEndpoint({
      ...common,
      id: `${name}.show`,
      method: 'GET',
      path: `${path}/deliveries/:delivery_id`,
      summary: `One delivery of an integration of a ${place}, with its request and answer`,
      params: underDelivery,
      response: integrationDeliveryDetails,
      status: [200],
    }),
    redeliver: defineEndpoint({
      ...common,
      id: `${name}.redeliver`,
      method: 'POST',
      path: `${path}/deliveries/:delivery_id/redeliver`,
      summary: `Send a delivery of a ${place} once more, under its old id`,
      params: underDelivery,
      response: integrationDeliveryDetails,
      status: [201],
    }),
    test: defineEndpoint({
      ...common,
      id: `${name}.test`,
      method: 'POST',
      path: `${path}/test`,
      summary: `Send a test by an integration of a ${place}; a good one ends a pause`,
      params: underSlug,
      response: integrationDeliveryDetails,
      status: [201],
    }),
    health: defineEndpoint({
      ...common,
      id: `${name}.health`,
      method: 'GET',
      path: `${path}/health`,
      summary: `Whether an integration of a ${place} is paused`,
      params: underSlug,
      response: integrationHealth,
      status: [200],
    }),
    createSecret: defineEndpoint({
      ...common,
      id: `${name}.createSecret`,
      method: 'POST',
      path: `${path}/signing_secret`,
      summary: `Give the messages of an integration of a ${place} a new signing secret, shown once`,
      params: underSlug,
      response: signingSecret,
      status: [201],
    }),
  };
}

export const groupIntegrationDeliveries = endpointsOf('group');
export const projectIntegrationDeliveries = endpointsOf('project');

const ofInstance = '/instance/integrations/:slug';
const instanceSlug = z.object({ slug: z.string() });

/** Of the instance's defaults: what they send is logged where it happens. */
export const instanceIntegrationDeliveries = {
  health: defineEndpoint({
    base: 'bff',
    access: { who: 'admin' },
    id: 'instanceIntegrationDeliveries.health',
    method: 'GET',
    path: `${ofInstance}/health`,
    summary: 'Whether the instance’s default of an integration is paused',
    params: instanceSlug,
    response: integrationHealth,
    status: [200],
  }),
  createSecret: defineEndpoint({
    base: 'bff',
    access: { who: 'admin' },
    id: 'instanceIntegrationDeliveries.createSecret',
    method: 'POST',
    path: `${ofInstance}/signing_secret`,
    summary:
      'Give the messages of the instance’s default of an integration a new signing secret, shown once',
    params: instanceSlug,
    response: signingSecret,
    status: [201],
  }),
} as const;
