import * as z from 'zod';
import { filledText, pageQuery, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

const path = '/templates/dockerfiles';
const underKey = z.object({ key: z.string() });

/** Where a template comes from; a later one of these stands in the place of an earlier one. */
export const templateSources = ['built_in', 'project', 'instance'] as const;
export type TemplateSource = (typeof templateSources)[number];

export const dockerfileTemplates = {
  list: defineEndpoint({
    id: 'dockerfileTemplates.list',
    method: 'GET',
    path,
    summary: 'Dockerfile templates of the whole instance',
    access: { who: 'anyone' },
    query: z.object(pageQuery),
    response: z.array(
      z.object({ key: z.string(), name: z.string() }).meta({ id: 'DockerfileTemplateItem' }),
    ),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'dockerfileTemplates.show',
    method: 'GET',
    path: `${path}/:key`,
    summary: 'The text of a Dockerfile template',
    access: { who: 'anyone' },
    params: underKey,
    response: z
      .object({ name: z.string(), content: z.string() })
      .meta({ id: 'DockerfileTemplate' }),
    status: [200],
  }),
} as const;

const source = z.enum(templateSources);

const listed = z.object({
  key: z.string(),
  source,
  replaces: source.nullable().describe('What it stands in the place of'),
  updated_at: timestamp.nullable().describe('Of the instance’s own'),
});
const template = listed.extend({ content: z.string() });

export const ownTemplates = {
  list: defineEndpoint({
    id: 'ownTemplates.list',
    method: 'GET',
    path,
    base: 'bff',
    summary: 'Dockerfile templates with where each comes from',
    access: { who: 'admin' },
    response: z.array(listed),
    status: [200],
  }),
  show: defineEndpoint({
    id: 'ownTemplates.show',
    method: 'GET',
    path: `${path}/:key`,
    base: 'bff',
    summary: 'A Dockerfile template with where it comes from',
    access: { who: 'admin' },
    params: underKey,
    response: template,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'ownTemplates.create',
    method: 'POST',
    path,
    base: 'bff',
    summary: 'Add a Dockerfile template of the instance’s own',
    access: { who: 'admin' },
    body: z.object({ key: filledText(), content: filledText() }),
    response: template,
    status: [201],
  }),
  update: defineEndpoint({
    id: 'ownTemplates.update',
    method: 'PUT',
    path: `${path}/:key`,
    base: 'bff',
    summary: 'Change a Dockerfile template of the instance’s own',
    access: { who: 'admin' },
    params: underKey,
    body: z.object({ content: filledText() }),
    response: template,
    status: [200],
  }),
  remove: defineEndpoint({
    id: 'ownTemplates.remove',
    method: 'DELETE',
    path: `${path}/:key`,
    base: 'bff',
    summary: 'Delete a Dockerfile template of the instance’s own; what it replaced is there again',
    access: { who: 'admin' },
    params: underKey,
    response: null,
    status: [204],
  }),
} as const;
