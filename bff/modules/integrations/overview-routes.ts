import {
  instanceIntegrations,
  integrationOverview,
  projectIntegrationOverview,
} from '#contract/integration-overview.ts';
import type { Ctx } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { type Api, mount } from '../../http/mount.ts';
import { placeOfGroup, placeOfInstance, placeOfProject } from './effective-rules.ts';
import { presentOverview, presentWholeOverview } from './overview-present.ts';
import { overviewOf, wholeOverviewOf } from './overview-rules.ts';
import { type PlaceIds, removeIntegration, setUpIntegration } from './rules.ts';

const list = async (ctx: Ctx, place: PlaceIds) =>
  (await overviewOf(ctx, place)).map(presentOverview);

const show = async (ctx: Ctx, place: PlaceIds, slug: string) =>
  presentWholeOverview(ctx.secrets, await wholeOverviewOf(ctx, place, slug));

type Body = Readonly<Record<string, unknown>>;

async function update(ctx: Ctx, place: PlaceIds, { slug, body }: { slug: string; body: Body }) {
  await setUpIntegration(ctx, place, { slug, body, refusal: invalid });
  return show(ctx, place, slug);
}

/** Integrations as the console shows and changes them: of groups, of projects, of the instance. */
export function integrationOverviewRoutes(api: Api): void {
  mount(api, integrationOverview.list, ({ ctx, group }) => list(ctx, placeOfGroup(group)));
  mount(api, integrationOverview.show, ({ ctx, group, params }) =>
    show(ctx, placeOfGroup(group), params.slug),
  );
  mount(api, integrationOverview.update, ({ ctx, group, params, body }) =>
    update(ctx, placeOfGroup(group), { slug: params.slug, body }),
  );
  mount(api, projectIntegrationOverview.list, ({ ctx, project }) =>
    list(ctx, placeOfProject(project)),
  );
  mount(api, projectIntegrationOverview.show, ({ ctx, project, params }) =>
    show(ctx, placeOfProject(project), params.slug),
  );
  mount(api, projectIntegrationOverview.update, ({ ctx, project, params, body }) =>
    update(ctx, placeOfProject(project), { slug: params.slug, body }),
  );
  mount(api, instanceIntegrations.list, ({ ctx }) => list(ctx, placeOfInstance));
  mount(api, instanceIntegrations.show, ({ ctx, params }) =>
    show(ctx, placeOfInstance, params.slug),
  );
  mount(api, instanceIntegrations.update, ({ ctx, params, body }) =>
    update(ctx, placeOfInstance, { slug: params.slug, body }),
  );
  mount(api, instanceIntegrations.remove, ({ ctx, params, c }) => {
    const unmodifiedSince = c.req.header('if-unmodified-since');
    return removeIntegration(ctx, placeOfInstance, { slug: params.slug, unmodifiedSince });
  });
}
