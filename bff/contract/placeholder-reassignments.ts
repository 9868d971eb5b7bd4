import * as z from 'zod';
import { underId, upload } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

/** The columns of the file, in their order, with the other names that an upload may give them. */
export const reassignmentColumns = [
  { key: 'source_host', header: 'Source host', names: [], required: true },
  { key: 'import_type', header: 'Import type', names: [], required: true },
  {
    key: 'source_user_identifier',
    header: 'Source user identifier',
    names: [],
    required: true,
  },
  { key: 'source_user_name', header: 'Source user name', names: [], required: false },
  { key: 'source_username', header: 'Source username', names: [], required: false },
  {
    key: 'username',
    header: 'GitLab username',
    names: ['Service username'],
    required: true,
  },
  {
    key: 'public_email',
    header: 'GitLab public email',
    names: ['Service public email', 'Service public e-mail'],
    required: true,
  },
] as const;
export type ReassignmentColumn = (typeof reassignmentColumns)[number]['key'];

/** What a file may be: beyond it an upload is refused before anything changes. */
export const reassignmentLimits = {
  rows: 250_000,
  megabytes: 64,
  columns: 20,
  cellKilobytes: 64,
} as const;

const path = '/groups/:id/placeholder_reassignments';
const owners = {
  access: { who: 'user', group: 'admin_group' },
  order: 'subject-first',
  feature: 'importer_user_mapping_reassignment_csv',
  params: underId,
} as const;

export const placeholderReassignments = {
  download: defineEndpoint({
    ...owners,
    id: 'placeholderReassignments.download',
    method: 'GET',
    path,
    summary: 'People of imports who wait for a user here, as CSV',
    response: z.string(),
    media: 'text/csv; charset=utf-8',
    status: [200],
  }),
  upload: defineEndpoint({
    ...owners,
    id: 'placeholderReassignments.upload',
    method: 'POST',
    path,
    summary: 'Upload the CSV that names who gets the work of whom',
    body: z.object({ file: upload() }),
    response: z.object({ message: z.string() }),
    status: [201],
  }),
} as const;
