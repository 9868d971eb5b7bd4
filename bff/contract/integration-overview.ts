import * as z from 'zod';
import { timestamp, underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { anyBody, bodiesOf, changeBody } from './integrations/body.ts';
import { type EventFlag, eventFlags } from './integrations/events.ts';
import { integrationFamilies } from './integrations/kind.ts';
import { integrationKinds } from './integrations/kinds.ts';
import { properties } from './integrations/record.ts';

const source = z
  .object({
    level: z.enum(['project', 'group', 'instance']),
    id: z.int().nullable(),
    full_path: z.string().nullable().describe('Of a group'),
  })
  .describe('Whose settings count');

// Safe: one entry for each flag.
const flags = z.object(
  Object.fromEntries(eventFlags.map((flag) => [flag, z.boolean()])) as Record<
    EventFlag,
    z.ZodBoolean
  >,
);

const settings = {
  source,
  properties,
  events: flags,
  comment_on_event_enabled: z.boolean(),
};

const overview = {
  slug: z.string(),
  title: z.string(),
  family: z.enum(integrationFamilies),
  allowed: z.boolean().describe('Whether the instance’s list allows it'),
  state: z.enum(['active', 'inactive', 'unset']).describe('Unset: nobody has set it up'),
  inherited: z.boolean(),
  source: source.nullable(),
  properties,
  updated_at: timestamp.nullable(),
  heirs: z
    .object({ groups: z.int(), projects: z.int() })
    .describe('How many places below take these settings over'),
};

const row = z.object(overview).meta({ id: 'IntegrationOverview' });
const whole = z
  .object({
    ...overview,
    events: flags,
    comment_on_event_enabled: z.boolean(),
    secrets: z.array(z.string()).describe('Names of the secrets that are stored here'),
    above: z.object(settings).nullable().describe('What would be inherited'),
    first_heirs: z
      .array(z.object({ type: z.enum(['group', 'project']), id: z.int(), full_path: z.string() }))
      .describe('The first of the places below, groups before projects'),
  })
  .meta({ id: 'IntegrationOverviewInFull' });

const slugs = integrationKinds.map(({ slug }) => slug);
const slug = z.enum(slugs);
const body = anyBody(integrationKinds);
const bodies = { by: 'slug', of: bodiesOf(integrationKinds, changeBody) } as const;
const underSlug = z.object({ ...underId.shape, slug });
const changing = z.object({ ...underId.shape, slug: z.string() });
const shared = { base: 'bff', order: 'subject-first', status: [200] } as const;

/** Integrations of a group as its screens show and change them: secrets need not be sent again. */
export const integrationOverview = {
  list: defineEndpoint({
    ...shared,
    id: 'integrationOverview.list',
    method: 'GET',
    path: '/groups/:id/integrations',
    summary: 'Every integration with its state in a group, where it comes from and who inherits it',
    access: { who: 'user', group: 'read_integration' },
    params: underId,
    response: z.array(row),
  }),
  show: defineEndpoint({
    ...shared,
    id: 'integrationOverview.show',
    method: 'GET',
    path: '/groups/:id/integrations/:slug',
    summary: 'One integration of a group in full',
    access: { who: 'user', group: 'read_integration' },
    params: underSlug,
    response: whole,
  }),
  update: defineEndpoint({
    ...shared,
    id: 'integrationOverview.update',
    method: 'PUT',
    path: '/groups/:id/integrations/:slug',
    summary: 'Set up or change an integration of a group; what is absent stays',
    access: { who: 'user', group: 'admin_integration' },
    params: changing,
    body,
    bodies,
    response: whole,
  }),
} as const;

/** The same of a project. */
export const projectIntegrationOverview = {
  list: defineEndpoint({
    ...shared,
    id: 'projectIntegrationOverview.list',
    method: 'GET',
    path: '/projects/:id/integrations',
    summary: 'Every integration with its state in a project, and where it comes from',
    access: { who: 'user', project: 'read_integration' },
    params: underId,
    response: z.array(row),
  }),
  show: defineEndpoint({
    ...shared,
    id: 'projectIntegrationOverview.show',
    method: 'GET',
    path: '/projects/:id/integrations/:slug',
    summary: 'One integration of a project in full',
    access: { who: 'user', project: 'read_integration' },
    params: underSlug,
    response: whole,
  }),
  update: defineEndpoint({
    ...shared,
    id: 'projectIntegrationOverview.update',
    method: 'PUT',
    path: '/projects/:id/integrations/:slug',
    summary: 'Set up or change an integration of a project; what is absent stays',
    access: { who: 'user', project: 'admin_integration' },
    params: changing,
    body,
    bodies,
    response: whole,
  }),
} as const;

/** What groups and projects inherit where nobody nearer decides. */
export const instanceIntegrations = {
  list: defineEndpoint({
    ...shared,
    id: 'instanceIntegrations.list',
    method: 'GET',
    path: '/instance/integrations',
    summary: 'Every integration with its default of the instance, and who inherits it',
    access: { who: 'admin' },
    response: z.array(row),
  }),
  show: defineEndpoint({
    ...shared,
    id: 'instanceIntegrations.show',
    method: 'GET',
    path: '/instance/integrations/:slug',
    summary: 'The instance’s default of an integration in full',
    access: { who: 'admin' },
    params: z.object({ slug }),
    response: whole,
  }),
  update: defineEndpoint({
    ...shared,
    id: 'instanceIntegrations.update',
    method: 'PUT',
    path: '/instance/integrations/:slug',
    summary: 'Set up or change the instance’s default of an integration; what is absent stays',
    access: { who: 'admin' },
    params: z.object({ slug: z.string() }),
    body,
    bodies,
    response: whole,
  }),
  remove: defineEndpoint({
    ...shared,
    id: 'instanceIntegrations.remove',
    method: 'DELETE',
    path: '/instance/integrations/:slug',
    summary: 'Switch the instance’s default of an integration off; its settings are reset',
    access: { who: 'admin' },
    params: z.object({ slug }),
    response: null,
    status: [204],
  }),
} as const;
