import * as z from 'zod';
import { pageQuery, timestamp, underId, upload } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

/** What an upload answers: how texts refer to it. */
const createdUpload = z
  .object({
    id: z.int(),
    alt: z.string(),
    /** Below the project. */
    url: z.string(),
    /** Below the server. */
    full_path: z.string(),
    markdown: z.string(),
  })
  .meta({ id: 'CreatedUpload' });

const listedUpload = z
  .object({
    id: z.int(),
    size: z.int(),
    filename: z.string(),
    created_at: timestamp,
    uploaded_by: z.object({ id: z.int(), name: z.string(), username: z.string() }).nullable(),
  })
  .meta({ id: 'Upload' });

const path = '/projects/:id/uploads';
const underUpload = z.object({ ...underId.shape, upload_id: z.int() });
const underSecret = z.object({ ...underId.shape, secret: z.string(), filename: z.string() });
const reads = { who: 'anyone', project: 'read_project' } as const;
const admin = { who: 'user', project: 'admin_project' } as const;
const bytes = { response: z.string(), media: 'application/octet-stream', status: [200] } as const;

export const uploads = {
  create: defineEndpoint({
    id: 'uploads.create',
    method: 'POST',
    path,
    summary: 'Upload a file that descriptions and comments refer to',
    access: { who: 'user', project: 'upload_file' },
    params: underId,
    body: z.object({ file: upload() }),
    response: createdUpload,
    status: [201],
  }),
  list: defineEndpoint({
    id: 'uploads.list',
    method: 'GET',
    path,
    summary: 'Uploads of a project, the newest first',
    access: admin,
    params: underId,
    query: z.object(pageQuery),
    response: z.array(listedUpload),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'uploads.show',
    method: 'GET',
    path: `${path}/:upload_id`,
    summary: 'The bytes of an upload by its id',
    access: admin,
    params: underUpload,
    ...bytes,
  }),
  showNamed: defineEndpoint({
    id: 'uploads.showNamed',
    method: 'GET',
    path: `${path}/:secret/:filename`,
    summary: 'The bytes of an upload by its secret and name',
    access: reads,
    params: underSecret,
    ...bytes,
  }),
  open: defineEndpoint({
    id: 'uploads.open',
    method: 'GET',
    base: 'ops',
    path: '/project/:id/uploads/:secret/:filename',
    summary: 'The bytes of an upload at the address that texts refer to',
    access: reads,
    params: underSecret,
    ...bytes,
  }),
  remove: defineEndpoint({
    id: 'uploads.remove',
    method: 'DELETE',
    path: `${path}/:upload_id`,
    summary: 'Delete an upload by its id',
    access: admin,
    params: underUpload,
    response: null,
    status: [204],
  }),
  removeNamed: defineEndpoint({
    id: 'uploads.removeNamed',
    method: 'DELETE',
    path: `${path}/:secret/:filename`,
    summary: 'Delete an upload by its secret and name',
    access: admin,
    params: underSecret,
    response: null,
    status: [204],
  }),
} as const;
