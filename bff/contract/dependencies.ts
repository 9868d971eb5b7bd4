import * as z from 'zod';
import { commaList, pageQuery, timestamp, underId, upload } from './common.ts';
import { dependencyAncestor, dependencyLicense } from './dependency-record.ts';
import { defineEndpoint } from './endpoint.ts';
import { underPipeline } from './pipelines.ts';

const dependency = z
  .object({
    id: z.int(),
    name: z.string(),
    version: z.string().nullable(),
    package_manager: z.string().nullable(),
    dependency_file_path: z.string().nullable(),
    purl: z.string().nullable().describe('Package URL'),
    direct: z.boolean().describe('The project asks for it itself'),
    ancestors: z.array(dependencyAncestor).describe('The packages that ask for it'),
    licenses: z.array(dependencyLicense),
    vulnerabilities: z
      .array(z.object({ id: z.int(), name: z.string(), severity: z.string(), url: z.string() }))
      .describe('Empty: this server detects none'),
    first_seen_at: timestamp,
  })
  .meta({ id: 'Dependency' });
export type Dependency = z.output<typeof dependency>;

const finding = z.object({ path: z.string(), text: z.string() });
export type DependencyFinding = z.output<typeof finding>;

const overview = z
  .object({
    sha: z.string().nullable().describe('The commit that was read; null before the first one'),
    read_at: timestamp.nullable(),
    findings: z.array(finding).describe('Files that could not be read'),
    package_managers: z.array(z.string()),
    licenses: z.array(z.string()).describe('Identifiers, and names where there are none'),
  })
  .meta({ id: 'DependencyOverview' });
export type DependencyOverview = z.output<typeof overview>;

export const dependencies = {
  list: defineEndpoint({
    id: 'dependencies.list',
    method: 'GET',
    path: '/projects/:id/dependencies',
    summary: 'What the newest commit of the default branch depends on, by name',
    access: { who: 'user', project: 'read_dependency' },
    params: underId,
    query: z.object({
      ...pageQuery,
      package_manager: commaList().optional(),
      search: z.string().optional().describe('Part of the name'),
      license: z.string().optional().describe('Identifier of SPDX, or name'),
      direct: z.boolean().optional(),
      sort: z.enum(['asc', 'desc']).default('asc'),
    }),
    response: z.array(dependency),
    status: [200],
    paginated: true,
  }),
  overview: defineEndpoint({
    id: 'dependencies.overview',
    method: 'GET',
    path: '/projects/:id/dependency_overview',
    base: 'bff',
    summary: 'Which commit was read for dependencies, and what could not be read',
    access: { who: 'user', project: 'read_dependency' },
    params: underId,
    response: overview,
    status: [200],
  }),
} as const;

export const sbomReports = {
  create: defineEndpoint({
    id: 'sbomReports.create',
    method: 'POST',
    path: '/projects/:id/pipelines/:pipeline_id/sbom_reports',
    summary: 'Add a CycloneDX report of version 1.4 to 1.6 to a pipeline',
    access: { who: 'user', project: 'update_pipeline' },
    params: underPipeline,
    body: z.object({ file: upload() }),
    response: z
      .object({
        id: z.int(),
        pipeline_id: z.int(),
        spec_version: z.string(),
        components_count: z.int(),
        created_at: timestamp,
      })
      .meta({ id: 'SbomReport' }),
    status: [201],
  }),
} as const;
