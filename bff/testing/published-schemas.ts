import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import Ajv2019 from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';

const root = join(import.meta.dirname, '../..');
const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const cycloneFile = (name: string) =>
  json(`node_modules/@cyclonedx/cyclonedx-library/res/schema/${name}.SNAPSHOT.schema.json`);

/** What the published schema of CycloneDX has against a document; null for nothing. */
export function cyclonedxErrors(version: '1.4' | '1.6', document: unknown) {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, true);
  for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
    ajv.addSchema(cycloneFile(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  }
  ajv.validate(cycloneFile(`bom-${version}`), document);
  return ajv.errors ?? null;
}

/** What the published schema of SPDX 2.3 has against a document; null for nothing. */
export function spdxErrors(document: unknown) {
  const ajv = new Ajv2019({ strict: false, allErrors: true });
  const { $schema: _anything, ...schema } = json('bff/dependencies/fixtures/spdx-schema-v2.3.json');
  ajv.validate(schema, document);
  return ajv.errors ?? null;
}
