import { randomUUID } from 'node:crypto';
import type { ReportMetadata } from '../../dependencies/report.ts';
import { type Ctx, now } from '../../context.ts';
import { version } from '../../version.ts';
import { type Dependency, licensesIn, type SbomReport } from '../dependencies/rules.ts';
import type { Chunks } from './formats.ts';
import { type Part, partOfPipeline, partsOf } from './parts.ts';
import type { Subject } from './rules.ts';

const product = 'Quarterdeck';

/** The bill of materials of a pipeline in CycloneDX 1.4: its commit's packages and its reports'. */
export async function* sbom(ctx: Ctx, subject: Extract<Subject, { kind: 'pipeline' }>): Chunks {
  const part = await partOfPipeline(ctx, subject);
  yield* document(part, {
    head: headOf('1.4', { timestamp: now(ctx), ...mergedMetadata(part.reports) }),
    component: componentOf,
  });
}

/** What a project depends on in CycloneDX 1.6. */
export async function* cyclonedx16(ctx: Ctx, subject: Subject): Chunks {
  for await (const part of partsOf(ctx, subject)) {
    const vcs = `${ctx.publicUrl}/${part.project.full_path}.git`;
    yield* document(part, {
      head: headOf('1.6', {
        timestamp: now(ctx),
        tools: [{ vendor: product, name: `${product} dependency list export`, version: version }],
        manufacturer: { name: product, url: [ctx.publicUrl] },
        component: {
          type: 'application',
          name: part.project.name,
          externalReferences: [{ type: 'vcs', url: vcs }],
        },
      }),
      component: (row) => ({
        ...componentOf(row),
        'bom-ref': row.purl ?? `urn:uuid:${randomUUID()}`,
      }),
    });
  }
}

const headOf = (specVersion: string, metadata: object) => ({
  bomFormat: 'CycloneDX',
  specVersion,
  serialNumber: `urn:uuid:${randomUUID()}`,
  version: 1,
  metadata,
});

async function* document(
  part: Part,
  { head, component }: { head: object; component: (row: Dependency) => object },
): Chunks {
  yield { text: `${JSON.stringify(head).slice(0, -1)},"components":[`, components: 0 };
  let sign = '';
  for await (const rows of part.unique()) {
    const texts = rows.map((row) => JSON.stringify(component(row)));
    yield { text: sign + texts.join(','), components: rows.length };
    sign = ',';
  }
  yield { text: ']}', components: 0 };
}

/** A component with what is known of it. */
function componentOf(row: Dependency) {
  const licenses = licensesIn(row.licenses).map(({ spdx_identifier, name, url }) => ({
    license: {
      ...(spdx_identifier === null ? { name } : { id: spdx_identifier }),
      ...(url === null ? {} : { url }),
    },
  }));
  return {
    name: row.name,
    ...(row.version === null ? {} : { version: row.version }),
    ...(row.purl === null ? {} : { purl: row.purl }),
    type: 'library',
    ...(licenses.length === 0 ? {} : { licenses }),
  };
}

/** What reports say of themselves, each thing once. */
function mergedMetadata(reports: readonly SbomReport[]): ReportMetadata {
  // Written by the reading of reports alone.
  const all = reports.map((report) => JSON.parse(report.metadata) as ReportMetadata);
  const once = <T>(values: readonly T[]): T[] => [
    ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
  ];
  return {
    authors: once(all.flatMap(({ authors }) => authors)),
    properties: once(all.flatMap(({ properties }) => properties)),
    tools: once(all.flatMap(({ tools }) => tools)),
  };
}
