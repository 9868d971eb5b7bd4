import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PackageURL } from 'packageurl-js';
import { afterAll, describe, expect, it } from 'vitest';
import type { Packager } from '#contract/dependency-record.ts';
import { purlOf } from './found.ts';
import { openFileReader } from './read.ts';
import { readReport } from './report.ts';
import { type Component, readHere } from './task.ts';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');

/** Reads lock files of published projects; `beside` names fixtures by the names that they stand for. */
function read(packager: Packager, name: string, beside: Record<string, string> = {}): Component[] {
  const texts = Object.entries(beside).map(([as, file]) => [as, fixture(file)] as const);
  const answer = readHere({ packager, text: fixture(name), beside: Object.fromEntries(texts) });
  if ('problems' in answer) throw new Error(answer.problems.join());
  return answer.components;
}

const counts = (components: readonly Component[]) => [
  components.length,
  components.filter((one) => one.topLevel).length,
];
const named = (components: readonly Component[], name: string) =>
  components.find((one) => one.name === name);

const express = { 'package.json': 'express-4.19.2-package.json' };

describe('lock files of published projects', () => {
  // Counted apart from the reader: those of npm and Maven by `npm ls` and `mvn dependency:list`, the
  // others by searching the files.
  it.each([
    ['npm', 'express-4.19.2-package-lock.json', {}, [70, 31]],
    ['yarn', 'express-4.19.2-yarn-1.lock', express, [70, 31]],
    ['yarn', 'express-4.19.2-yarn-3.lock', express, [70, 31]],
    ['pnpm', 'express-4.19.2-pnpm-lock.yaml', {}, [70, 31]],
    ['go', 'lefthook-1.5.0-go.mod', {}, [37, 15]],
    ['cargo', 'hyperfine-1.21.0-Cargo.lock', {}, [131, 23]],
    [
      'composer',
      'composer-2.5.5-composer.lock',
      { 'composer.json': 'composer-2.5.5-composer.json' },
      [34, 26],
    ],
    ['uv', 'poetry-2.5.1-uv.lock', {}, [64, 23]],
    ['pip', 'poetry-2.5.1-requirements.txt', {}, [50, 20]],
    [
      'poetry',
      'cyclonedx-bom-7.5.0-poetry.lock',
      { 'pyproject.toml': 'cyclonedx-bom-7.5.0-pyproject.toml' },
      [8, 4],
    ],
    [
      'pipenv',
      'cyclonedx-bom-7.5.0-Pipfile.lock',
      { Pipfile: 'cyclonedx-bom-7.5.0-Pipfile' },
      [8, 4],
    ],
    ['bundler', 'sinatra-3.0.5-Gemfile.lock', {}, [6, 1]],
    ['maven', 'jsoup-1.17.2-pom.xml', {}, [6, 6]],
  ] as const)('%s: %s has as many packages as it names', (packager, name, beside, expected) => {
    const components = read(packager, name, beside);
    expect(counts(components)).toEqual(expected);
    // Written as the official rules want them: parsed and written again they stay the same.
    for (const { purl } of components) {
      expect(purl).not.toBeNull();
      expect(PackageURL.fromString(purl ?? '').toString()).toBe(purl);
    }
  });

  it('this repository has the packages that npm counts, with the licences of its file', () => {
    const text = readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8');
    const lock = JSON.parse(text) as {
      packages: Record<string, { version?: string; name?: string }>;
    };
    const paths = Object.entries(lock.packages).filter(([path]) => path !== '');
    const different = new Set(
      paths.map(
        ([path, entry]) => `${entry.name ?? path.split('node_modules/').at(-1)}@${entry.version}`,
      ),
    );
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
    ) as Record<string, Record<string, string>>;
    const answer = readHere({ packager: 'npm', text, beside: {} });
    if ('problems' in answer) throw new Error(answer.problems.join());
    expect(counts(answer.components)).toEqual([
      different.size,
      Object.keys({ ...dependencies, ...devDependencies }).length,
    ]);
    const identifiers = (name: string) =>
      named(answer.components, name)?.licenses.map((license) => license.spdx_identifier);
    expect(['kysely', 'typescript', 'lightningcss'].map(identifiers)).toEqual([
      ['MIT'],
      ['Apache-2.0'],
      ['MPL-2.0'],
    ]);
    expect(named(answer.components, 'bindings')).toMatchObject({
      purl: expect.stringMatching(/^pkg:npm\/bindings@/),
      topLevel: false,
      ancestors: [{ name: 'better-sqlite3' }],
    });
  });

  it('licences come from the file itself, those for choice as an expression', () => {
    const composer = read('composer', 'composer-2.5.5-composer.lock');
    const of = (name: string) =>
      named(composer, name)?.licenses.map((license) => license.spdx_identifier);
    expect(['composer/pcre', 'react/promise', 'justinrainbow/json-schema'].map(of)).toEqual([
      ['MIT'],
      ['MIT'],
      ['MIT'],
    ]);
    const npm = read('npm', 'express-4.19.2-package-lock.json');
    // What `npm query` says of them.
    expect(
      ['accepts', 'inherits', 'qs', 'setprototypeof'].map((name) =>
        named(npm, name)?.licenses.map((license) => license.spdx_identifier),
      ),
    ).toEqual([['MIT'], ['ISC'], ['BSD-3-Clause'], ['ISC']]);
  });

  it('files of the other tools name no licences, and none is told of their packages', () => {
    const others = [
      ['yarn', 'express-4.19.2-yarn-1.lock'],
      ['yarn', 'express-4.19.2-yarn-3.lock'],
      ['pnpm', 'express-4.19.2-pnpm-lock.yaml'],
      ['go', 'lefthook-1.5.0-go.mod'],
      ['cargo', 'hyperfine-1.21.0-Cargo.lock'],
      ['uv', 'poetry-2.5.1-uv.lock'],
      ['pip', 'poetry-2.5.1-requirements.txt'],
      ['poetry', 'cyclonedx-bom-7.5.0-poetry.lock'],
      ['pipenv', 'cyclonedx-bom-7.5.0-Pipfile.lock'],
      ['bundler', 'sinatra-3.0.5-Gemfile.lock'],
    ] as const;
    for (const [packager, name] of others) {
      expect([name, /licen[cs]e/i.test(fixture(name))]).toEqual([name, false]);
      expect(read(packager, name).flatMap(({ licenses }) => licenses)).toEqual([]);
    }
    // The licence in it is that of the project itself.
    const maven = read('maven', 'jsoup-1.17.2-pom.xml');
    expect(maven.flatMap(({ licenses }) => licenses)).toEqual([]);
  });

  it('of a project of Maven what its own dependencies ask for is told, with versions of its properties', () => {
    const maven = read('maven', 'jsoup-1.17.2-pom.xml');
    expect(maven.map(({ purl }) => purl)).toEqual([
      'pkg:maven/org.junit.jupiter/junit-jupiter@5.10.1',
      'pkg:maven/com.google.code.gson/gson@2.10.1',
      'pkg:maven/org.eclipse.jetty/jetty-server@9.4.53.v20231009',
      'pkg:maven/org.eclipse.jetty/jetty-servlet@9.4.53.v20231009',
      'pkg:maven/org.eclipse.jetty/jetty-proxy@9.4.53.v20231009',
      'pkg:maven/org.jspecify/jspecify@0.3.0',
    ]);
  });
});

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
