import {
  groupIntegrationDeliveries,
  instanceIntegrationDeliveries,
  projectIntegrationDeliveries,
} from '#contract/integration-deliveries.ts';
import { pausedIntegrations } from '#contract/paused-integrations.ts';
import { type Api, mount } from '../../http/mount.ts';
import { pausedOf } from './health-rules.ts';
import { presentDeliveries, presentDelivery, presentPaused } from './present.ts';
import {
  createSigningSecret,
  deliveryPage,
  getDelivery,
  healthAt,
  redeliver,
  testIntegration,
} from './rules.ts';

/** What integrations of groups, of projects and of the instance sent, and what can be done about it. */
export function integrationDeliveryRoutes(api: Api): void {
  mount(api, pausedIntegrations.list, async ({ ctx, query }) =>
    (await pausedOf(ctx, query.group_id)).map(presentPaused),
  );
  const ofGroup = groupIntegrationDeliveries;
  mount(api, ofGroup.list, async ({ ctx, group, params, query, paging }) => {
    const of = { slug: params.slug, state: query.state, paging };
    const page = await deliveryPage(ctx, { group }, of);
    return { ...page, rows: await presentDeliveries(ctx, page.rows) };
  });
  mount(api, ofGroup.show, async ({ ctx, group, params }) => {
    const of = { slug: params.slug, id: params.delivery_id };
    return presentDelivery(ctx, await getDelivery(ctx, { group }, of));
  });
  mount(api, ofGroup.redeliver, async ({ ctx, group, params }) => {
    const of = { slug: params.slug, id: params.delivery_id };
    return presentDelivery(ctx, await redeliver(ctx, { group }, of));
  });
  mount(api, ofGroup.test, async ({ ctx, group, params }) =>
    presentDelivery(ctx, await testIntegration(ctx, { group }, params.slug)),
  );
  mount(api, ofGroup.health, ({ ctx, group, params }) => healthAt(ctx, { group }, params.slug));
  mount(api, ofGroup.createSecret, async ({ ctx, group, params }) => ({
    signing_secret: await createSigningSecret(ctx, { group }, params.slug),
  }));

  const ofProject = projectIntegrationDeliveries;
  mount(api, ofProject.list, async ({ ctx, project, params, query, paging }) => {
    const of = { slug: params.slug, state: query.state, paging };
    const page = await deliveryPage(ctx, { project }, of);
    return { ...page, rows: await presentDeliveries(ctx, page.rows) };
  });
  mount(api, ofProject.show, async ({ ctx, project, params }) => {
    const of = { slug: params.slug, id: params.delivery_id };
    return presentDelivery(ctx, await getDelivery(ctx, { project }, of));
  });
  mount(api, ofProject.redeliver, async ({ ctx, project, params }) => {
    const of = { slug: params.slug, id: params.delivery_id };
    return presentDelivery(ctx, await redeliver(ctx, { project }, of));
  });
  mount(api, ofProject.test, async ({ ctx, project, params }) =>
    presentDelivery(ctx, await testIntegration(ctx, { project }, params.slug)),
  );
  mount(api, ofProject.health, ({ ctx, project, params }) =>
    healthAt(ctx, { project }, params.slug),
  );
  mount(api, ofProject.createSecret, async ({ ctx, project, params }) => ({
    signing_secret: await createSigningSecret(ctx, { project }, params.slug),
  }));

  const ofInstance = instanceIntegrationDeliveries;
  mount(api, ofInstance.health, ({ ctx, params }) => healthAt(ctx, 'instance', params.slug));
  mount(api, ofInstance.createSecret, async ({ ctx, params }) => ({
    signing_secret: await createSigningSecret(ctx, 'instance', params.slug),
  }));
}
