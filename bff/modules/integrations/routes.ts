import { groupIntegrations } from '#contract/group-integrations.ts';
import { projectIntegrations, projectServices } from '#contract/project-integrations.ts';
import { type Api, mount } from '../../http/mount.ts';
import { placeOfGroup, placeOfProject } from './effective-rules.ts';
import { presentIntegration, presentWholeIntegration } from './present.ts';
import {
  activeIntegrations,
  asOneText,
  getIntegration,
  removeIntegration,
  setUpIntegration,
} from './rules.ts';

/** Integrations of groups, and those of projects by both names. */
export function integrationRoutes(api: Api): void {
  mount(api, groupIntegrations.list, async ({ ctx, group }) =>
    (await activeIntegrations(ctx, placeOfGroup(group))).map(presentIntegration),
  );
  mount(api, groupIntegrations.show, async ({ ctx, group, params }) =>
    presentWholeIntegration(await getIntegration(ctx, placeOfGroup(group), params.slug)),
  );
  mount(api, groupIntegrations.update, async ({ ctx, group, params, body }) => {
    const wish = { slug: params.slug, body, refusal: asOneText };
    return presentWholeIntegration(await setUpIntegration(ctx, placeOfGroup(group), wish));
  });
  mount(api, groupIntegrations.remove, ({ ctx, group, params, c }) => {
    const unmodifiedSince = c.req.header('if-unmodified-since');
    return removeIntegration(ctx, placeOfGroup(group), { slug: params.slug, unmodifiedSince });
  });
  for (const endpoints of [projectIntegrations, projectServices]) mountProject(api, endpoints);
}

function mountProject(api: Api, endpoints: typeof projectIntegrations | typeof projectServices) {
  mount(api, endpoints.list, async ({ ctx, project }) =>
    (await activeIntegrations(ctx, placeOfProject(project))).map(presentIntegration),
  );
  mount(api, endpoints.show, async ({ ctx, project, params }) =>
    presentWholeIntegration(await getIntegration(ctx, placeOfProject(project), params.slug)),
  );
  mount(api, endpoints.update, async ({ ctx, project, params, body }) => {
    const wish = { slug: params.slug, body, refusal: asOneText };
    return presentWholeIntegration(await setUpIntegration(ctx, placeOfProject(project), wish));
  });
  mount(api, endpoints.remove, ({ ctx, project, params, c }) => {
    const unmodifiedSince = c.req.header('if-unmodified-since');
    return removeIntegration(ctx, placeOfProject(project), { slug: params.slug, unmodifiedSince });
  });
}
