import * as z from 'zod';
import { timestamp } from './common.ts';

export const exportStatuses = ['running', 'finished', 'failed'] as const;
export type ExportStatus = (typeof exportStatuses)[number];

/** What each subject can be exported as. */
export const exportTypesOf = {
  project: ['dependency_list', 'csv', 'cyclonedx_1_6_json', 'spdx_2_3_json'],
  group: ['json_array', 'csv', 'spdx_2_3_json'],
  pipeline: ['sbom'],
} as const;
export type ExportSubject = keyof typeof exportTypesOf;
export type ExportType = (typeof exportTypesOf)[ExportSubject][number];

/** Columns that a CSV file can have besides its eight. */
export const exportColumns = ['purl', 'direct', 'license_urls', 'first_seen'] as const;
export type ExportColumn = (typeof exportColumns)[number];

const exportType = z.enum([...new Set(Object.values(exportTypesOf).flat())]);

export const dependencyListExport = z
  .object({
    id: z.int(),
    status: z.enum(exportStatuses),
    has_finished: z.boolean(),
    export_type: exportType,
    send_email: z.boolean(),
    expires_at: timestamp,
    self: z.string().describe('Address of this record'),
    download: z.string().describe('Address of the file'),
  })
  .meta({ id: 'DependencyListExport' });
export type DependencyListExport = z.output<typeof dependencyListExport>;

export const listedExport = z
  .object({
    ...dependencyListExport.shape,
    pipeline_id: z.int().nullable(),
    columns: z.array(z.enum(exportColumns)),
    failure_reason: z.string().nullable(),
    components_done: z.int().describe('How many dependencies are written so far'),
    file_name: z.string().nullable(),
    size: z.int().nullable(),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'ListedDependencyListExport' });
export type ListedExport = z.output<typeof listedExport>;

/** An export among all of one's own. */
export const ownExport = z
  .object({
    ...listedExport.shape,
    place: z.object({ kind: z.enum(['project', 'group']), full_path: z.string() }),
  })
  .meta({ id: 'OwnDependencyListExport' });
export type OwnExport = z.output<typeof ownExport>;
