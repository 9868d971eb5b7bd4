import type { ExportColumn, ExportType } from '#contract/dependency-export-record.ts';
import { type Ctx, now } from '../../context.ts';
import { ancestorsIn } from '../dependencies/present.ts';
import { type Dependency, licensesIn } from '../dependencies/rules.ts';
import { findHeadPipeline } from '../pipelines/rules.ts';
import { csvWriter } from './csv.ts';
import { cyclonedx16, sbom } from './cyclonedx.ts';
import { type Part, partsOf } from './parts.ts';
import type { Export } from './repository.ts';
import type { Subject } from './rules.ts';
import { spdx } from './spdx.ts';

/** A piece of a file, and how many dependencies it tells of. */
export interface Chunk {
  text: string;
  components: number;
}

export type Chunks = AsyncGenerator<Chunk>;

const extensions: Readonly<Record<ExportType, string>> = {
  dependency_list: 'json',
  json_array: 'json',
  csv: 'csv',
  sbom: 'cdx.json',
  cyclonedx_1_6_json: 'cdx.json',
  spdx_2_3_json: 'spdx.json',
};

/** What the file is saved as: its subject, and when it was made. */
export function fileNameOf(ctx: Ctx, row: Export, subject: Subject): string {
  const named = {
    project: () => `project_${row.project_id ?? ''}`,
    pipeline: () => `pipeline_${row.pipeline_id ?? ''}`,
    group: () =>
      subject.kind === 'group' ? subject.group.full_path.replace(/[^A-Za-z0-9_-]+/g, '-') : '',
  };
  const time = now(ctx).slice(0, 16).replace(/:/g, '');
  return `${named[subject.kind]()}_dependencies_${time}.${extensions[row.export_type]}`;
}

/** The file of an export, piece by piece. */
export function chunksOf(ctx: Ctx, row: Export, subject: Subject): Chunks {
  if (subject.kind === 'pipeline') return sbom(ctx, subject);
  switch (row.export_type) {
    case 'dependency_list':
      return dependencyList(ctx, subject);
    case 'json_array':
      return jsonArray(ctx, subject);
    case 'csv':
      // Written from the contract's own list.
      return csv(ctx, subject, JSON.parse(row.columns) as ExportColumn[]);
    case 'cyclonedx_1_6_json':
      return cyclonedx16(ctx, subject);
    case 'spdx_2_3_json':
      return spdx(ctx, subject);
    case 'sbom':
      throw new Error('only pipelines have an sbom');
  }
}

/** Where a package is named, and by whom it is asked for; those without a name tell nothing. */
const locationOf = (row: Dependency, part: Part) => ({
  blob_path: part.blobPath(row),
  path: row.path,
  top_level: row.top_level === 1,
  ancestors: ancestorsIn(row.ancestors),
});

async function* dependencyList(ctx: Ctx, subject: Subject): Chunks {
  for await (const part of partsOf(ctx, subject)) {
    const pipeline =
      part.sha === null ? undefined : await findHeadPipeline(ctx, part.project.id, part.sha);
    const report = pipeline && {
      status: 'ok',
      job_path: `/${part.project.full_path}/-/pipelines/${pipeline.id}`,
      generated_at: part.readAt,
    };
    const head = report === undefined ? '{' : `{"report":${JSON.stringify(report)},`;
    yield { text: `${head}"dependencies":[`, components: 0 };
    let sign = '';
    for await (const rows of part.rows()) {
      const texts = rows.map((row) => JSON.stringify(listed(row, part)));
      yield { text: sign + texts.join(','), components: rows.length };
      sign = ',';
    }
    yield { text: ']}', components: 0 };
  }
}

function listed(row: Dependency, part: Part) {
  const location = locationOf(row, part);
  return {
    occurrence_id: row.id,
    name: row.name,
    packager: row.packager,
    version: row.version,
    location,
    has_dependency_paths: location.ancestors.length > 0,
    licenses: licensesIn(row.licenses).map(({ spdx_identifier, name, url }) => ({
      ...(spdx_identifier === null ? {} : { spdx_identifier }),
      name,
      url,
    })),
    // This server detects none.
    vulnerabilities: [],
    vulnerability_count: 0,
  };
}

async function* jsonArray(ctx: Ctx, subject: Subject): Chunks {
  let sign = '[\n';
  for await (const part of partsOf(ctx, subject)) {
    for await (const rows of part.rows()) {
      const records = rows.map((row) => ({
        name: row.name,
        packager: row.packager,
        version: row.version,
        licenses: licensesIn(row.licenses),
        location: locationOf(row, part),
      }));
      // Without the brackets and line breaks of this piece's own array.
      yield { text: sign + JSON.stringify(records, null, 2).slice(2, -2), components: rows.length };
      sign = ',\n';
    }
  }
  yield { text: sign === '[\n' ? '[]' : '\n]', components: 0 };
}

async function* csv(ctx: Ctx, subject: Subject, columns: readonly ExportColumn[]): Chunks {
  const writer = csvWriter(columns);
  yield { text: writer.head, components: 0 };
  for await (const part of partsOf(ctx, subject)) {
    for await (const rows of part.rows()) {
      yield {
        text: rows.map((row) => writer.row(row, part)).join(''),
        components: rows.length,
      };
    }
  }
}
