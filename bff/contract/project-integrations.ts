import * as z from 'zod';
import { underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { anyBody, bodiesOf, setUpBody } from './integrations/body.ts';
import { integrationKinds } from './integrations/kinds.ts';
import { integrationRecord, wholeIntegration } from './integrations/record.ts';

const slugs = integrationKinds.map(({ slug }) => slug);
const underSlug = z.object({ ...underId.shape, slug: z.enum(slugs) });

/** The same four operations under another name. */
const under = <const N extends string, const P extends string>(name: N, path: P) => ({
  list: defineEndpoint({
    id: `${name}.list`,
    method: 'GET',
    path,
    summary: 'All active integrations of a project',
    access: { who: 'user', project: 'read_integration' },
    order: 'subject-first',
    params: underId,
    response: z.array(integrationRecord),
    status: [200],
  }),
  show: defineEndpoint({
    id: `${name}.show`,
    method: 'GET',
    path: `${path}/:slug`,
    summary: 'One integration of a project, also when it is switched off',
    access: { who: 'user', project: 'read_integration' },
    order: 'subject-first',
    params: underSlug,
    response: wholeIntegration,
    status: [200],
  }),
  update: defineEndpoint({
    id: `${name}.update`,
    method: 'PUT',
    path: `${path}/:slug`,
    summary: 'Set up an integration of a project in place of its group’s',
    access: { who: 'user', project: 'admin_integration' },
    order: 'subject-first',
    params: z.object({ ...underId.shape, slug: z.string() }),
    body: anyBody(integrationKinds),
    bodies: { by: 'slug', of: bodiesOf(integrationKinds, setUpBody) },
    response: wholeIntegration,
    status: [200],
  }),
  remove: defineEndpoint({
    id: `${name}.remove`,
    method: 'DELETE',
    path: `${path}/:slug`,
    summary: 'Switch an integration of a project off; its settings are reset',
    access: { who: 'user', project: 'admin_integration' },
    order: 'subject-first',
    params: underSlug,
    response: null,
    status: [204],
  }),
});

export const projectIntegrations = under('projectIntegrations', '/projects/:id/integrations');
/** The older name. */
export const projectServices = under('projectServices', '/projects/:id/services');
