import * as z from 'zod';
import { underId, upload } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

const attached = z
  .object({
    file_name: z.string(),
    file_path: z.string().describe('In the repository of the wiki'),
    branch: z.string(),
    link: z.object({ url: z.string(), markdown: z.string().describe('As pages refer to it') }),
  })
  .meta({ id: 'WikiAttachment' });

/** Files beside the pages of a wiki, in its repository. */
export const wikiAttachments = {
  create: defineEndpoint({
    id: 'wikiAttachments.create',
    method: 'POST',
    path: '/projects/:id/wikis/attachments',
    summary: 'Add a file that pages of a wiki show or link, and with the first one the wiki',
    access: { who: 'user', project: 'create_wiki' },
    params: underId,
    body: z.object({
      file: upload(),
      branch: z.string().optional().describe('The branch of the wiki, which is the one at hand'),
    }),
    response: attached,
    status: [201],
  }),
  open: defineEndpoint({
    id: 'wikiAttachments.open',
    method: 'GET',
    base: 'ops',
    path: '/project/:id/wiki/:path',
    summary: 'The bytes of a file in the repository of a wiki, at the address that pages refer to',
    access: { who: 'anyone', project: 'read_wiki' },
    params: z.object({ ...underId.shape, path: z.string() }),
    response: z.string(),
    media: 'application/octet-stream',
    status: [200],
  }),
} as const;
