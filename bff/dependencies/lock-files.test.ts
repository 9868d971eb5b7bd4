import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PackageURL } from 'packageurl-js';
import { describe, expect, it } from 'vitest';
import type { Packager } from '#contract/dependency-record.ts';
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
