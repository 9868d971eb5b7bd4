import { afterAll, describe, expect, it } from 'vitest';
import { purlOf } from './found.ts';
import { openFileReader } from './read.ts';
import { readReport } from './report.ts';
import { readHere } from './task.ts';

/** Files of tools whose files name a part of what is installed, written by hand. */
const small = {
  gradle: `# This is a Gradle generated file for dependency locking.
org.slf4j:slf4j-api:2.0.9=compileClasspath,runtimeClasspath
ch.qos.logback:logback-core:1.4.11=runtimeClasspath
empty=annotationProcessor
`,
  maven: `<project><properties><junit.version>5.10.1</junit.version></properties>
<dependencyManagement><dependencies><dependency><groupId>a</groupId><artifactId>b</artifactId><version>1</version></dependency></dependencies></dependencyManagement>
<dependencies>
<!-- <dependency><groupId>no</groupId><artifactId>no</artifactId><version>1</version></dependency> -->
<dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>\${junit.version}</version></dependency>
<dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId><version>32.1.3-jre</version></dependency>
<dependency><groupId>org.example</groupId><artifactId>managed</artifactId></dependency>
<dependency><groupId>org.example</groupId><artifactId>range</artifactId><version>[1,2)</version></dependency>
</dependencies></project>`,
  nuget: JSON.stringify({
    version: 1,
    dependencies: {
      'net8.0': {
        Serilog: {
          type: 'Direct',
          requested: '[3.1.1, )',
          resolved: '3.1.1',
          dependencies: { 'System.Memory': '4.5.5' },
        },
        'System.Memory': { type: 'Transitive', resolved: '4.5.5' },
        own: { type: 'Project' },
      },
    },
  }),
  npm: JSON.stringify({
    lockfileVersion: 1,
    dependencies: {
      a: { version: '1.0.0', requires: { b: '^1' }, dependencies: { b: { version: '1.1.0' } } },
      b: { version: '2.0.0' },
    },
  }),
};

it.each([
  [
    'gradle',
    [
      ['org.slf4j/slf4j-api', '2.0.9', false],
      ['ch.qos.logback/logback-core', '1.4.11', false],
    ],
  ],
  [
    'maven',
    [
      ['org.junit.jupiter/junit-jupiter', '5.10.1', true],
      ['com.google.guava/guava', '32.1.3-jre', true],
    ],
  ],
  [
    'nuget',
    [
      ['Serilog', '3.1.1', true],
      ['System.Memory', '4.5.5', false],
    ],
  ],
  [
    'npm',
    [
      ['a', '1.0.0', true],
      ['b', '2.0.0', false],
      ['b', '1.1.0', false],
    ],
  ],
] as const)('%s: only versions that the file names are told', (packager, expected) => {
  const answer = readHere({ packager, text: small[packager], beside: {} });
  if ('problems' in answer) throw new Error(answer.problems.join());
  expect(answer.components.map((one) => [one.name, one.version, one.topLevel])).toEqual(expected);
});

describe('files that are not what their name says', () => {
  const reader = openFileReader();
  afterAll(() => reader.close());

  it.each([
    ['npm', '{"packages": {', /^It cannot be read: /],
    ['npm', '[]', /not a table/],
    ['npm', '{}', /neither packages nor dependencies/],
    ['yarn', '\0\0\0', /./],
    ['pnpm', 'a: [', /^It cannot be read: /],
    ['pnpm', '&a [*a, *a]', /./],
    ['poetry', '[[package]]\nversion = "1"', /has no name/],
    ['uv', 'x = = 1', /^It cannot be read: /],
    ['pipenv', 'null', /not a table/],
    ['cargo', '<<<<<<< HEAD\n', /merge conflict/],
    ['composer', '{}', /no list of packages/],
    ['go', 'require x v1', /which module it is/],
    ['bundler', 'nothing', /none of the parts/],
    ['gradle', 'no colon', /is not group/],
    ['maven', '<html/>', /no project of Maven/],
    ['nuget', '{}', /no dependencies/],
  ] as const)('%s: %j is told and goes no further', async (packager, text, problem) => {
    const answer = await reader.read({ packager, text, beside: {} });
    expect(answer).toEqual({ problems: [expect.stringMatching(problem)] });
  });
});

it('package URLs keep the rules of each type', () => {
  const heredoc = { namespace: 'github.com/MakeNowJust', name: 'heredoc', version: 'v1.0.0' };
  const written = [
    purlOf('golang', heredoc),
    purlOf('golang', { name: 'Heredoc', version: null }),
    purlOf('pypi', { name: 'Ruamel.Yaml_-x', version: '1' }),
    purlOf('npm', { namespace: '@Tide', name: 'gauge', version: '1.0.0' }),
    purlOf('composer', { namespace: 'Laravel', name: 'Laravel', version: '5.5.0' }),
    purlOf('maven', { namespace: 'org.Tide', name: 'Gauge', version: '1' }),
  ];
  const expected = [
    'pkg:golang/github.com/makenowjust/heredoc@v1.0.0',
    'pkg:golang/heredoc',
    'pkg:pypi/ruamel-yaml-x@1',
    'pkg:npm/%40tide/gauge@1.0.0',
    'pkg:composer/laravel/laravel@5.5.0',
    'pkg:maven/org.Tide/Gauge@1',
  ];
  expect(written).toEqual(expected);
  const components = [
    'pkg:golang/github.com/MakeNowJust/heredoc@v1.0.0?type=module',
    'pkg:pypi/Ruamel.Yaml_-x@1',
  ].map((purl, at) => ({ type: 'library', name: `c${at}`, purl }));
  const report = readReport(
    JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components }),
  );
  if ('problems' in report) throw new Error(report.problems.join());
  expect(report.found.map(({ purl }) => purl)).toEqual([expected[0], expected[2]]);
});

it('a licence that SPDX does not know stays the text that it is', () => {
  const text = JSON.stringify({
    packages: {
      '': { dependencies: { a: '1' } },
      'node_modules/a': { version: '1', license: 'SEE LICENSE IN tide.txt' },
      'node_modules/b': {
        version: '1',
        license: '(mit OR GPL-2.0-only WITH Classpath-exception-2.0)',
      },
      'node_modules/c': { version: '1', license: '((((' },
    },
  });
  const answer = readHere({ packager: 'npm', text, beside: {} });
  if ('problems' in answer) throw new Error(answer.problems.join());
  expect(
    answer.components.map(({ licenses, expression }) => [
      licenses.map((one) => one.spdx_identifier ?? one.name),
      expression,
    ]),
  ).toEqual([
    [['SEE LICENSE IN tide.txt'], null],
    [['MIT', 'GPL-2.0-only'], '(MIT OR GPL-2.0-only WITH Classpath-exception-2.0)'],
    [['(((('], null],
  ]);
});
