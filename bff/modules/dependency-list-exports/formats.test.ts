import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ciProject } from '../../testing/ci-projects.ts';
import { cyclonedxErrors, spdxErrors } from '../../testing/published-schemas.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

const root = join(import.meta.dirname, '../../..');
const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
const counted = new Set(
  Object.entries(JSON.parse(lock).packages as Record<string, { name?: string; version: string }>)
    .filter(([path]) => path !== '')
    .map(([path, one]) => `${one.name ?? path.split('node_modules/').at(-1)}@${one.version}`),
).size;

const report = (specVersion: string, name: string, more: object = {}) => ({
  bomFormat: 'CycloneDX',
  specVersion,
  version: 1,
  metadata: {
    tools:
      specVersion === '1.4'
        ? [{ vendor: 'Gauge', name: 'gauge-scan', version: '2.0' }]
        : {
            components: [
              { type: 'application', publisher: 'Gauge', name: 'gauge-scan', version: '2.0' },
            ],
          },
    authors: [{ name: 'Gauge', email: 'gauge@example.test' }],
    properties: [{ name: 'gauge:tide', value: 'low' }],
  },
  components: [
    {
      type: 'application',
      'bom-ref': name,
      name,
      version: '1.0.0',
      purl: `pkg:npm/${name}@1.0.0?arch=x86`,
      licenses: [{ license: { id: 'MIT' } }, { license: { name: 'Of the harbour' } }],
    },
    { type: 'library', name: 'kysely', version: '0.28.19', purl: 'pkg:npm/kysely@0.28.19' },
  ],
  ...more,
});

onBothDatabases('files of exports', (app) => {
  const project = async (name: string, files: Record<string, string>) => {
    const made = await ciProject(app(), name, files);
    const file = async (at: string, export_type: string) => {
      const { json: one } = await made.call(`POST ${at}/dependency_list_exports`, {
        json: { export_type },
      });
      await app().drain();
      const answer = await made.call(`GET /dependency_list_exports/${one.id}/download`);
      expect([answer.status, answer.json === undefined]).toEqual([200, false]);
      return answer;
    };
    const send = (pipeline: number, content: unknown, token = made.token) => {
      const body = new FormData();
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      body.set('file', new Blob([text]), 'bom.json');
      return app().call(`POST ${made.path}/pipelines/${pipeline}/sbom_reports`, { token, body });
    };
    return { ...made, file, send };
  };

  it('this repository’s own lock file is exported whole, in every format of a project', async () => {
    const { path, fullPath, call, file } = await project('own', {
      'package-lock.json': lock,
      '.gitlab-ci.yml': 'build: { script: make }',
    });
    await app().drain();
    const list = await call(`GET ${path}/dependencies?per_page=1`);
    expect(list.headers.get('x-total')).toBe(String(counted));
    const { json: whole } = await file(path, 'dependency_list');
    expect(whole.dependencies).toHaveLength(counted);
    expect(whole.report).toEqual({
      status: 'ok',
      job_path: expect.stringMatching(new RegExp(`^/${fullPath}/-/pipelines/\\d+$`)),
      generated_at: expect.stringMatching(/^2026-11-27T/),
    });
    const kysely = whole.dependencies.find((one: { name: string }) => one.name === 'kysely');
    expect(kysely).toEqual({
      occurrence_id: expect.any(Number),
      name: 'kysely',
      packager: 'npm',
      version: expect.any(String),
      location: {
        blob_path: expect.stringMatching(/\/package-lock\.json$/),
        path: 'package-lock.json',
        top_level: true,
        ancestors: [],
      },
      has_dependency_paths: false,
      licenses: [
        { spdx_identifier: 'MIT', name: 'MIT License', url: 'https://spdx.org/licenses/MIT.html' },
      ],
      vulnerabilities: [],
      vulnerability_count: 0,
    });

    const { json: cyclone, headers } = await file(path, 'cyclonedx_1_6_json');
    expect(cyclonedxErrors('1.6', cyclone)).toBeNull();
    expect([cyclone.specVersion, cyclone.components.length]).toEqual(['1.6', counted]);
    const refs = cyclone.components.map((one: Record<string, string>) => one['bom-ref']);
    expect(refs).toEqual([...new Set(refs)].toSorted((a, b) => (String(a) < String(b) ? -1 : 1)));
    expect(headers.get('content-disposition')).toContain('.cdx.json"');

    const { json: spdx } = await file(path, 'spdx_2_3_json');
    expect(spdxErrors(spdx)).toBeNull();
    expect([spdx.packages.length, spdx.relationships.length]).toEqual([counted + 1, counted + 1]);
    const declared = new Set(
      spdx.packages.map((one: { licenseDeclared: string }) => one.licenseDeclared),
    );
    expect([declared.has('(MIT OR CC0-1.0)'), declared.has('NOASSERTION')]).toEqual([true, true]);
  });

  it('the bill of a pipeline merges its commit and its valid reports, each component once', async () => {
    const { path, call, file, send, member } = await project('bill', {
      'package-lock.json': JSON.stringify({
        packages: { 'node_modules/kysely': { version: '0.28.19', license: 'MIT' } },
      }),
      '.gitlab-ci.yml': 'build: { script: make }',
    });
    const { id } = (await call(`POST ${path}/pipeline`, { json: { ref: 'main' } })).json;
    const made = await send(id, report('1.4', 'tide'));
    expect([made.status, made.json]).toEqual([
      201,
      {
        id: made.json.id,
        pipeline_id: id,
        spec_version: '1.4',
        components_count: 2,
        created_at: expect.any(String),
      },
    ]);
    expect((await send(id, report('1.4', 'tide'))).json).toEqual(made.json);
    expect((await send(id, report('1.5', 'tide'))).json.spec_version).toBe('1.5');
    expect((await send(id, report('1.6', 'ebb'))).json.spec_version).toBe('1.6');
    const wrong = [
      ['no json', 'The report is no JSON'],
      [{ bomFormat: 'SPDX' }, 'bomFormat is not CycloneDX'],
      [report('1.3', 'old'), 'specVersion is not one of 1.4, 1.5, 1.6'],
      [report('1.5', 'x', { components: {} }), 'components is not a list'],
      [
        report('1.6', 'x', { components: [{ type: 'ship', purl: 'tide' }] }),
        'components[0].name is missing',
        'components[0].type has no valid value',
        'components[0].purl is no package URL',
      ],
    ] as const;
    for (const [content, ...problems] of wrong) {
      const refused = await send(id, content);
      expect([refused.status, refused.json]).toEqual([422, { message: problems }]);
    }
    const reporter = await member('reporter_of_bill', 20);
    expect((await send(id, report('1.4', 'x'), reporter.token)).status).toBe(403);
    const nowhere = await send(999_999, report('1.4', 'x'));
    expect([nowhere.status, nowhere.json]).toEqual([404, { message: '404 Pipeline Not Found' }]);

    const { json: bill, headers } = await file(`/pipelines/${id}`, 'sbom');
    expect(cyclonedxErrors('1.4', bill)).toBeNull();
    expect(headers.get('content-disposition')).toContain(`filename="pipeline_${id}_dependencies_`);
    expect(bill).toEqual({
      bomFormat: 'CycloneDX',
      specVersion: '1.4',
      serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/),
      version: 1,
      metadata: {
        timestamp: expect.any(String),
        authors: [{ name: 'Gauge', email: 'gauge@example.test' }],
        properties: [{ name: 'gauge:tide', value: 'low' }],
        tools: [{ vendor: 'Gauge', name: 'gauge-scan', version: '2.0' }],
      },
      components: [
        {
          name: 'ebb',
          version: '1.0.0',
          purl: 'pkg:npm/ebb@1.0.0',
          type: 'library',
          licenses: [
            { license: { id: 'MIT', url: 'https://spdx.org/licenses/MIT.html' } },
            { license: { name: 'Of the harbour' } },
          ],
        },
        expect.objectContaining({ name: 'kysely', purl: 'pkg:npm/kysely@0.28.19' }),
        expect.objectContaining({ name: 'tide' }),
      ],
    });
    // What the newest pipeline of the default branch reports is the project's too.
    const names = (await call(`GET ${path}/dependencies`)).json.map(
      (one: { name: string }) => one.name,
    );
    expect(names).toContain('ebb');

    const unseen = await app().user('unseen');
    const began = (token: string | undefined, pipeline: number) =>
      app().call(`POST /pipelines/${pipeline}/dependency_list_exports`, {
        ...(token && { token }),
        json: { export_type: 'sbom' },
      });
    const answers = [
      await began(undefined, id),
      await began(unseen.token, id),
      await began(reporter.token, id),
      await began(unseen.token, 999_999),
    ];
    expect(answers.map(({ status, json: body }) => [status, body.message])).toEqual([
      [401, '401 Unauthorized'],
      [404, '404 Pipeline Not Found'],
      [403, '403 Forbidden'],
      [404, '404 Pipeline Not Found'],
    ]);
  });

  it('a pipeline without anything to tell has a valid bill without components', async () => {
    const { path, call, file } = await project('bare', { '.gitlab-ci.yml': 'a: { script: a }' });
    const { id } = (await call(`POST ${path}/pipeline`, { json: { ref: 'main' } })).json;
    const { json: bill } = await file(`/pipelines/${id}`, 'sbom');
    expect(cyclonedxErrors('1.4', bill)).toBeNull();
    expect([bill.components, bill.metadata.tools, bill.metadata.authors]).toEqual([[], [], []]);
  });
});
