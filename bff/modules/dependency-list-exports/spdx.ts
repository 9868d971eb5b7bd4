import { randomUUID } from 'node:crypto';
import { type Ctx, now } from '../../context.ts';
import { version } from '../../version.ts';
import type { Dependency } from '../dependencies/rules.ts';
import type { Chunks } from './formats.ts';
import { type Part, partsOf } from './parts.ts';
import { nameOf, type Subject } from './rules.ts';

const nothing = 'NOASSERTION';

/** What projects depend on in SPDX 2.3: each project is described, and depends on its packages. */
export async function* spdx(ctx: Ctx, subject: Subject): Chunks {
  const head = {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: nameOf(subject),
    documentNamespace: `${ctx.publicUrl}/spdx/${randomUUID()}`,
    creationInfo: {
      created: `${now(ctx).slice(0, 19)}Z`,
      creators: [`Tool: Quarterdeck-${version}`],
    },
  };
  yield { text: `${JSON.stringify(head).slice(0, -1)},"packages":[`, components: 0 };
  let sign = '';
  const parts: Part[] = [];
  for await (const part of partsOf(ctx, subject)) {
    parts.push(part);
    yield { text: sign + JSON.stringify(projectPackage(part)), components: 0 };
    sign = ',';
    for await (const rows of part.rows()) {
      const texts = rows.map((row) => JSON.stringify(packageOf(row)));
      yield { text: sign + texts.join(','), components: rows.length };
    }
  }
  yield { text: '],"relationships":[', components: 0 };
  sign = '';
  for (const part of parts) {
    const described = relationship(head.SPDXID, 'DESCRIBES', idOfProject(part));
    yield { text: sign + described, components: 0 };
    sign = ',';
    for await (const rows of part.rows()) {
      const texts = rows.map((row) => relationship(idOfProject(part), 'DEPENDS_ON', idOf(row)));
      yield { text: sign + texts.join(','), components: 0 };
    }
  }
  yield { text: ']}', components: 0 };
}

const idOf = (row: Dependency) => `SPDXRef-Package-${row.id}`;
const idOfProject = ({ project }: Part) => `SPDXRef-Project-${project.id}`;

const relationship = (
  spdxElementId: string,
  relationshipType: string,
  relatedSpdxElement: string,
) => JSON.stringify({ spdxElementId, relationshipType, relatedSpdxElement });

const unasserted = {
  downloadLocation: nothing,
  filesAnalyzed: false,
  licenseConcluded: nothing,
  copyrightText: nothing,
};

const projectPackage = (part: Part) => ({
  SPDXID: idOfProject(part),
  name: part.project.full_path,
  ...(part.sha === null ? {} : { versionInfo: part.sha }),
  ...unasserted,
  licenseDeclared: nothing,
  primaryPackagePurpose: 'SOURCE',
});

const packageOf = (row: Dependency) => ({
  SPDXID: idOf(row),
  name: row.name,
  ...(row.version === null ? {} : { versionInfo: row.version }),
  ...unasserted,
  // What SPDX does not know is not claimed; the export does not fail for it.
  licenseDeclared: row.license_expression ?? nothing,
  ...(row.purl === null
    ? {}
    : {
        externalRefs: [
          {
            referenceCategory: 'PACKAGE-MANAGER',
            referenceType: 'purl',
            referenceLocator: row.purl,
          },
        ],
      }),
});
