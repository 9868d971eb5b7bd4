import {
  type Found,
  foundOf,
  MalformedFile,
  merged,
  type Node,
  purlOf,
  type Source,
} from './found.ts';
import { mustBeTable, namesOf, tableOf, textOf } from './values.ts';

/** `gradle.lockfile`: what was resolved, without who asks for it. */
export function readGradleLock({ text }: Source): Found[] {
  const found: Found[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(#|$)/.test(line) || line.startsWith('empty=')) continue;
    const [, group, artifact, version] = /^([^:=\s]+):([^:=\s]+):([^:=\s]+)=/.exec(line) ?? [];
    if (group === undefined || artifact === undefined || version === undefined) {
      throw new MalformedFile('A line is not group:artifact:version=configurations');
    }
    found.push(mavenPackage('gradle', { group, artifact, version }));
  }
  return merged(found);
}

const mavenPackage = (
  packager: 'gradle' | 'maven',
  { group, artifact, version }: { group: string; artifact: string; version: string },
): Found => ({
  name: `${group}/${artifact}`,
  version,
  packager,
  purl: purlOf('maven', { namespace: group, name: artifact, version }),
  topLevel: packager === 'maven',
  ancestors: [],
  licenses: [],
});

/** The texts between two signs; what is not ended is none. */
function* between(text: string, open: string, close: string): Generator<string> {
  for (let at = text.indexOf(open); at !== -1; at = text.indexOf(open, at)) {
    const end = text.indexOf(close, at + open.length);
    if (end === -1) return;
    yield text.slice(at + open.length, end);
    at = end + close.length;
  }
}

/** The text without what stands between two signs. */
function without(text: string, open: string, close: string): string {
  let kept = '';
  let from = 0;
  for (let at = text.indexOf(open); at !== -1; at = text.indexOf(open, from)) {
    const end = text.indexOf(close, at);
    if (end === -1) break;
    kept += text.slice(from, at);
    from = end + close.length;
  }
  return kept + text.slice(from);
}

/** `pom.xml`: what it asks for with a version that stands in this file. */
export function readPom({ text }: Source): Found[] {
  const bare = without(text, '<!--', '-->');
  if (!/<project[\s>]/.test(bare)) throw new MalformedFile('It is no project of Maven');
  const properties = new Map<string, string>();
  for (const part of between(bare, '<properties>', '</properties>')) {
    for (const [, name = '', value = ''] of part.matchAll(/<([\w.-]+)>([^<]*)</g)) {
      properties.set(name, value.trim());
    }
  }
  // What is only managed, or is of a plugin, is not asked for here.
  const managed = without(bare, '<dependencyManagement>', '</dependencyManagement>');
  const own = without(managed, '<build>', '</build>');
  const found: Found[] = [];
  for (const part of between(own, '<dependency>', '</dependency>')) {
    const field = (name: string) => {
      const [given] = between(part, `<${name}>`, `</${name}>`);
      const named = /^\s*\$\{([\w.-]+)\}\s*$/.exec(given ?? '')?.[1];
      return named === undefined ? given?.trim() : properties.get(named);
    };
    const [group, artifact, version] = ['groupId', 'artifactId', 'version'].map(field);
    // A range, or what another file says, is no version.
    if (!group || !artifact || !version || /[[\](),$]/.test(version)) continue;
    found.push(mavenPackage('maven', { group, artifact, version }));
  }
  return merged(found);
}

/** `packages.lock.json` of NuGet: what was resolved for each framework. */
export function readNugetLock({ text }: Source): Found[] {
  const lock = mustBeTable(JSON.parse(text), 'The file');
  const frameworks = tableOf(lock.dependencies);
  if (frameworks === undefined) throw new MalformedFile('It has no dependencies');
  return merged(
    Object.values(frameworks).flatMap((value) => {
      const entries = Object.entries(tableOf(value) ?? {});
      const keys = new Map(entries.map(([name]) => [name.toLowerCase(), name]));
      const nodes = new Map<string, Node>();
      const direct = new Set<string>();
      for (const [name, raw] of entries) {
        const entry = tableOf(raw) ?? {};
        const needs = namesOf(entry.dependencies).flatMap(
          (need) => keys.get(need.toLowerCase()) ?? [],
        );
        const type = textOf(entry.type);
        if (type === 'Direct') direct.add(name);
        if (type === 'Project') {
          for (const need of needs) direct.add(need);
          continue;
        }
        const version = textOf(entry.resolved) ?? null;
        const purl = purlOf('nuget', { name, version });
        nodes.set(name, { found: { name, version, packager: 'nuget', purl, licenses: [] }, needs });
      }
      return foundOf(nodes, direct);
    }),
  );
}
