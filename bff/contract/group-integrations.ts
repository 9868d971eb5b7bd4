import * as z from 'zod';
import { underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { anyBody, bodiesOf, setUpBody } from './integrations/body.ts';
import { integrationKinds, projectOnlySlugs } from './integrations/kinds.ts';
import { integrationRecord, wholeIntegration } from './integrations/record.ts';

const path = '/groups/:id/integrations';
const one = `${path}/:slug`;
const slugs = [...integrationKinds.map(({ slug }) => slug), ...projectOnlySlugs];
const underSlug = z.object({ ...underId.shape, slug: z.enum(slugs) });
const nothing = Object.fromEntries(projectOnlySlugs.map((slug) => [slug, z.object({})]));

export const groupIntegrations = {
  list: defineEndpoint({
    id: 'groupIntegrations.list',
    method: 'GET',
    path,
    summary: 'All active integrations of a group',
    access: { who: 'user', group: 'read_integration' },
    order: 'subject-first',
    params: underId,
    response: z.array(integrationRecord),
    status: [200],
  }),
  show: defineEndpoint({
    id: 'groupIntegrations.show',
    method: 'GET',
    path: one,
    summary: 'One integration of a group, also when it is switched off',
    access: { who: 'user', group: 'read_integration' },
    order: 'subject-first',
    params: underSlug,
    response: wholeIntegration,
    status: [200],
  }),
  update: defineEndpoint({
    id: 'groupIntegrations.update',
    method: 'PUT',
    path: one,
    summary: 'Set up an integration of a group; what it requires is sent each time',
    access: { who: 'user', group: 'admin_integration' },
    order: 'subject-first',
    params: z.object({ ...underId.shape, slug: z.string() }),
    body: anyBody(integrationKinds),
    bodies: { by: 'slug', of: { ...bodiesOf(integrationKinds, setUpBody), ...nothing } },
    response: wholeIntegration,
    status: [200],
  }),
  remove: defineEndpoint({
    id: 'groupIntegrations.remove',
    method: 'DELETE',
    path: one,
    summary: 'Switch an integration of a group off; its settings are reset',
    access: { who: 'user', group: 'admin_integration' },
    order: 'subject-first',
    params: underSlug,
    response: null,
    status: [204],
  }),
} as const;
