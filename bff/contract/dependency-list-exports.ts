import * as z from 'zod';
import { pageQuery, underId } from './common.ts';
import {
  dependencyListExport,
  exportColumns,
  exportTypesOf,
  listedExport,
  ownExport,
} from './dependency-export-record.ts';
import { defineEndpoint } from './endpoint.ts';

const asked = {
  send_email: z.boolean().default(false).describe('Tells the author by mail when it is there'),
};
const columns = z
  .array(z.enum(exportColumns))
  .optional()
  .describe('Columns of a CSV file besides its eight');
const underExport = z.object({ id: z.int() });
const one = '/dependency_list_exports/:id';

export const dependencyListExports = {
  createForProject: defineEndpoint({
    id: 'dependencyListExports.createForProject',
    method: 'POST',
    path: '/projects/:id/dependency_list_exports',
    summary: 'Begin an export of the dependencies of a project',
    access: { who: 'user', project: 'read_dependency' },
    params: underId,
    body: z.object({ export_type: z.enum(exportTypesOf.project), ...asked, columns }),
    response: dependencyListExport,
    status: [201],
  }),
  createForGroup: defineEndpoint({
    id: 'dependencyListExports.createForGroup',
    method: 'POST',
    path: '/groups/:id/dependency_list_exports',
    summary: 'Begin an export of the dependencies of all projects of a group and below',
    access: { who: 'user', group: 'read_dependency' },
    params: underId,
    body: z.object({ export_type: z.enum(exportTypesOf.group), ...asked, columns }),
    response: dependencyListExport,
    status: [201],
  }),
  createForPipeline: defineEndpoint({
    id: 'dependencyListExports.createForPipeline',
    method: 'POST',
    path: '/pipelines/:id/dependency_list_exports',
    summary: 'Begin an export of the bill of materials of a pipeline',
    access: { who: 'user' },
    params: underExport,
    body: z.object({ export_type: z.enum(exportTypesOf.pipeline), ...asked }),
    response: dependencyListExport,
    status: [201],
  }),
  show: defineEndpoint({
    id: 'dependencyListExports.show',
    method: 'GET',
    path: one,
    summary: 'How an export of one’s own is doing; 202 while it runs',
    access: { who: 'user' },
    params: underExport,
    response: dependencyListExport,
    status: [200, 202],
  }),
  download: defineEndpoint({
    id: 'dependencyListExports.download',
    method: 'GET',
    path: `${one}/download`,
    summary: 'The file of an export of one’s own',
    access: { who: 'user' },
    params: underExport,
    response: z.string(),
    media: 'application/octet-stream',
    status: [200],
  }),
  listForProject: defineEndpoint({
    id: 'dependencyListExports.listForProject',
    method: 'GET',
    path: '/projects/:id/dependency_list_exports',
    base: 'bff',
    summary: 'One’s own exports of a project and of its pipelines, the newest first',
    access: { who: 'user', project: 'read_dependency' },
    params: underId,
    query: z.object(pageQuery),
    response: z.array(listedExport),
    status: [200],
    paginated: true,
  }),
  listForGroup: defineEndpoint({
    id: 'dependencyListExports.listForGroup',
    method: 'GET',
    path: '/groups/:id/dependency_list_exports',
    base: 'bff',
    summary: 'One’s own exports of a group, the newest first',
    access: { who: 'user', group: 'read_dependency' },
    params: underId,
    query: z.object(pageQuery),
    response: z.array(listedExport),
    status: [200],
    paginated: true,
  }),
  listOwn: defineEndpoint({
    id: 'dependencyListExports.listOwn',
    method: 'GET',
    path: '/dependency_list_exports',
    base: 'bff',
    summary: 'One’s own exports that run or are still there, the newest first',
    access: { who: 'user' },
    query: z.object(pageQuery),
    response: z.array(ownExport),
    status: [200],
    paginated: true,
  }),
  retry: defineEndpoint({
    id: 'dependencyListExports.retry',
    method: 'POST',
    path: `${one}/retry`,
    base: 'bff',
    summary: 'Begin an export of one’s own that failed once more',
    access: { who: 'user' },
    params: underExport,
    response: dependencyListExport,
    status: [200],
  }),
} as const;
