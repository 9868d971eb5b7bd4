import * as z from 'zod';
import { commit, diff } from './commits.ts';
import { pageQuery, timestamp, underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

/** What a page may be written in; the first is the usual one. */
export const wikiFormats = ['markdown', 'rdoc', 'asciidoc', 'org'] as const;
export type WikiFormat = (typeof wikiFormats)[number];

const format = z.enum(wikiFormats);

const listedPage = {
  format,
  slug: z.string().describe('The path of the page, without the ending of its file'),
  title: z.string(),
};

/** A page as lists carry it; the content only where it was asked for. */
const wikiPageItem = z
  .object({ ...listedPage, content: z.string().optional(), encoding: z.string().optional() })
  .meta({ id: 'WikiPageItem' });

const wikiPage = z
  .object({ ...listedPage, content: z.string(), encoding: z.string() })
  .meta({ id: 'WikiPage' });

const path = '/projects/:id/wikis';
const one = `${path}/:slug`;
const underSlug = z.object({ ...underId.shape, slug: z.string() });
const reads = { who: 'anyone', project: 'read_wiki' } as const;
const writes = { who: 'user', project: 'create_wiki' } as const;

const message = z.string().max(10_000).optional().describe('Of the commit');

export const wikis = {
  list: defineEndpoint({
    id: 'wikis.list',
    method: 'GET',
    path,
    summary: 'All pages of a project’s wiki',
    access: reads,
    params: underId,
    query: z.object({ with_content: z.boolean().default(false) }),
    response: z.array(wikiPageItem),
    status: [200],
  }),
  show: defineEndpoint({
    id: 'wikis.show',
    method: 'GET',
    path: one,
    summary: 'A page of a project’s wiki',
    access: reads,
    params: underSlug,
    query: z.object({
      version: z.string().optional().describe('The commit to read it from'),
      render_html: z.boolean().default(false).describe('The content as HTML'),
    }),
    response: wikiPage,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'wikis.create',
    method: 'POST',
    path,
    summary: 'Add a page, and with the first one the wiki',
    access: writes,
    params: underId,
    body: z.object({
      title: z.string().describe('Slashes part folders'),
      content: z.string(),
      format: format.default('markdown'),
      message,
    }),
    response: wikiPage,
    status: [201],
  }),
  update: defineEndpoint({
    id: 'wikis.update',
    method: 'PUT',
    path: one,
    summary: 'Change a page, or give it another place',
    access: writes,
    params: underSlug,
    body: z.object({
      title: z.string().optional(),
      content: z.string().optional(),
      format: format.optional(),
      message,
      last_commit_id: z
        .string()
        .optional()
        .describe(
          'The commit that changed the page last as the caller saw it; 409 for a newer one',
        ),
    }),
    atLeastOne: ['title', 'content', 'format'],
    response: wikiPage,
    status: [200],
  }),
  remove: defineEndpoint({
    id: 'wikis.remove',
    method: 'DELETE',
    path: one,
    summary: 'Delete a page; its history stays',
    access: writes,
    params: underSlug,
    response: null,
    status: [204],
  }),
} as const;

const readPage = z
  .object({
    ...listedPage,
    content: z.string(),
    commit_id: z.string().describe('The commit that changed the page last'),
    author_name: z.string(),
    committed_date: timestamp,
  })
  .meta({ id: 'WikiPageRead' });

const oneVersion = `${one}/versions/:version`;
const underVersion = z.object({ ...underSlug.shape, version: z.string() });

/** What the screens of a wiki need besides. */
export const wikiScreens = {
  overview: defineEndpoint({
    id: 'wikiScreens.overview',
    method: 'GET',
    path: '/projects/:id/wiki',
    base: 'bff',
    summary: 'Whether a project has a wiki, where it is cloned from, and what the caller may do',
    access: reads,
    params: underId,
    response: z
      .object({
        is_made: z.boolean(),
        may_write: z.boolean(),
        http_url_to_repo: z.string(),
        ssh_url_to_repo: z.string().describe('Empty where git over SSH is off'),
        largest_page: z.int().describe('In bytes'),
      })
      .meta({ id: 'WikiOverview' }),
    status: [200],
  }),
  show: defineEndpoint({
    id: 'wikiScreens.show',
    method: 'GET',
    path: one,
    base: 'bff',
    summary: 'A page with who changed it last',
    access: reads,
    params: underSlug,
    query: z.object({ version: z.string().optional() }),
    response: readPage,
    status: [200],
  }),
  versions: defineEndpoint({
    id: 'wikiScreens.versions',
    method: 'GET',
    path: `${one}/versions`,
    base: 'bff',
    summary: 'The commits that changed a page, the newest first; of a deleted page too',
    access: reads,
    params: underSlug,
    query: z.object(pageQuery),
    response: z.array(commit),
    status: [200],
    paginated: true,
  }),
  version: defineEndpoint({
    id: 'wikiScreens.version',
    method: 'GET',
    path: oneVersion,
    base: 'bff',
    summary: 'A commit that changed a page',
    access: reads,
    params: underVersion,
    response: commit,
    status: [200],
  }),
  diffs: defineEndpoint({
    id: 'wikiScreens.diffs',
    method: 'GET',
    path: `${oneVersion}/diffs`,
    base: 'bff',
    summary: 'What one commit changed in a page',
    access: reads,
    params: underVersion,
    query: z.object(pageQuery),
    response: z.array(diff),
    status: [200],
    paginated: true,
  }),
} as const;
