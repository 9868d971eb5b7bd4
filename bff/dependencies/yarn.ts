import { parseSyml } from '@yarnpkg/parsers';
import { type Found, foundOf, MalformedFile, type Node, type Source } from './found.ts';
import { askedIn, npmPackage } from './npm.ts';
import { jsonOf, mustBeTable, type Table, tableOf, textOf } from './values.ts';

/** `yarn.lock` of the first version and of those that are YAML. */
export function readYarnLock({ text, beside }: Source): Found[] {
  const lock = mustBeTable(parseSyml(text), 'The file');
  const keys = new Map<string, string>();
  const entries: [key: string, entry: Table][] = [];
  for (const [patterns, value] of Object.entries(lock)) {
    const entry = tableOf(value);
    if (patterns === '__metadata' || entry === undefined) continue;
    const key = patterns;
    entries.push([key, entry]);
    for (const pattern of patterns.split(/, ?/)) keys.set(plain(pattern), key);
  }
  const needsOf = (entry: Table) =>
    ['dependencies', 'optionalDependencies'].flatMap((field) =>
      Object.entries(tableOf(entry[field]) ?? {}).flatMap(
        ([name, range]) => keys.get(plain(`${name}@${textOf(range) ?? ''}`)) ?? [],
      ),
    );
  const nodes = new Map<string, Node>();
  const direct = new Set<string>();
  for (const [key, entry] of entries) {
    const needs = needsOf(entry);
    if (textOf(entry.resolution)?.includes('@workspace:')) {
      for (const need of needs) direct.add(need);
      continue;
    }
    const version = textOf(entry.version);
    if (version === undefined) throw new MalformedFile(`${key} has no version`);
    nodes.set(key, { found: npmPackage('yarn', { name: nameOf(key, entry), version }), needs });
  }
  for (const [name, range] of askedIn(jsonOf(beside('package.json')))) {
    const key = keys.get(plain(`${name}@${range}`));
    if (key !== undefined) direct.add(key);
  }
  return foundOf(nodes, direct);
}

/** Newer versions name the registry that the older leave out. */
const plain = (pattern: string) => pattern.trim().replace(/^"|"$/g, '').replace('@npm:', '@');

/** The part before the second sign: the first one may begin a scope. */
function nameOf(key: string, entry: Table): string {
  const text = textOf(entry.resolution) ?? plain(key.split(',')[0] ?? key);
  const at = text.indexOf('@', 1);
  return at === -1 ? text : text.slice(0, at);
}
