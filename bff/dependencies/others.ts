import { parse } from 'smol-toml';
import {
  type Found,
  foundOf,
  MalformedFile,
  merged,
  type Node,
  purlOf,
  type Source,
  splitName,
} from './found.ts';
import { jsonOf, mustBeTable, namesOf, type Table, tablesOf, textOf, textsOf } from './values.ts';

/** `Cargo.lock`; packages without a source are the project's own. */
export function readCargoLock({ text }: Source): Found[] {
  const entries = tablesOf(parse(text).package);
  const keysByName = new Map<string, string[]>();
  const keyOf = (entry: Table) => `${textOf(entry.name) ?? ''} ${textOf(entry.version) ?? ''}`;
  for (const entry of entries) {
    const name = textOf(entry.name);
    if (name === undefined) throw new MalformedFile('A package has no name');
    keysByName.set(name, [...(keysByName.get(name) ?? []), keyOf(entry)]);
  }
  // `name`, `name version` or `name version (source)`: as much as tells it from others.
  const needsOf = (entry: Table) =>
    textsOf(entry.dependencies).flatMap((text) => {
      const [name = '', version] = text.split(' ');
      return version === undefined ? (keysByName.get(name) ?? []) : [`${name} ${version}`];
    });
  const isOwn = (entry: Table) => textOf(entry.source) === undefined;
  const nodes = new Map<string, Node>();
  for (const entry of entries.filter((one) => !isOwn(one))) {
    const name = textOf(entry.name) ?? '';
    const version = textOf(entry.version) ?? null;
    const purl = purlOf('cargo', { name, version });
    nodes.set(keyOf(entry), {
      found: { name, version, packager: 'cargo', purl, licenses: [] },
      needs: needsOf(entry),
    });
  }
  return foundOf(nodes, new Set(entries.filter(isOwn).flatMap(needsOf)));
}

/** `composer.lock`, which names licences; the `composer.json` beside it tells who asks. */
export function readComposerLock({ text, beside }: Source): Found[] {
  const lock = mustBeTable(JSON.parse(text), 'The file');
  if (!Array.isArray(lock.packages)) throw new MalformedFile('It has no list of packages');
  const nodes = new Map<string, Node>();
  for (const entry of [...tablesOf(lock.packages), ...tablesOf(lock['packages-dev'])]) {
    const name = textOf(entry.name);
    if (name === undefined) throw new MalformedFile('A package has no name');
    const version = textOf(entry.version)?.replace(/^v(?=\d)/, '') ?? null;
    const licenses = textsOf(entry.license);
    nodes.set(name.toLowerCase(), {
      found: {
        name,
        version,
        packager: 'composer',
        purl: purlOf('composer', { ...splitName(name.toLowerCase()), version }),
        // Several are for choice.
        licenses: licenses.length > 1 ? [licenses.join(' OR ')] : licenses,
      },
      needs: namesOf(entry.require).map((need) => need.toLowerCase()),
    });
  }
  const manifest = jsonOf(beside('composer.json'));
  const asked = [...namesOf(manifest?.require), ...namesOf(manifest?.['require-dev'])];
  return foundOf(nodes, new Set(asked.map((name) => name.toLowerCase())));
}

/** `go.mod`: the modules that it requires; `// indirect` are those that others ask for. */
export function readGoMod({ text }: Source): Found[] {
  if (!/^\s*module\s+\S/m.test(text)) throw new MalformedFile('It does not say which module it is');
  const found: Found[] = [];
  let inRequire = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*require\s*\(/.test(line)) inRequire = true;
    else if (inRequire && /^\s*\)/.test(line)) inRequire = false;
    const [, keyword, name, version, comment = ''] =
      /^\s*(require\s+)?([^\s()]+)\s+(v[^\s()]+)\s*(\/\/.*)?$/.exec(line) ?? [];
    if (name === undefined || version === undefined || (!inRequire && keyword === undefined))
      continue;
    found.push({
      name,
      version,
      packager: 'go',
      purl: purlOf('golang', { ...splitName(name), version }),
      topLevel: !/\/\/\s*indirect\b/.test(comment),
      ancestors: [],
      licenses: [],
    });
  }
  return merged(found);
}

/** `Gemfile.lock`: gems with four blanks before them, what they ask for with six. */
export function readGemfileLock({ text }: Source): Found[] {
  const nodes = new Map<string, Node & { needs: string[] }>();
  const direct = new Set<string>();
  let part = '';
  let last: { needs: string[] } | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (/^[A-Z]/.test(line)) {
      part = line.trim();
      last = undefined;
    }
    const [, blanks = '', name = '', version] =
      /^( +)([^\s()!]+)!?(?: \(([^)]*)\))?$/.exec(line) ?? [];
    if (part === 'DEPENDENCIES' && blanks.length === 2) direct.add(name);
    // Gems of a folder are the project's own.
    if (part === 'PATH' || (part !== 'GEM' && part !== 'GIT')) {
      if (part === 'PATH' && blanks.length === 6) direct.add(name);
      continue;
    }
    if (blanks.length === 4 && version !== undefined) {
      const node = { found: gem(name, version), needs: [] };
      // Of the gems of several platforms one tells enough.
      last = nodes.get(name) ?? node;
      if (last === node) nodes.set(name, node);
    } else if (blanks.length === 6) last?.needs.push(name);
  }
  if (part === '') throw new MalformedFile('It has none of the parts of such a file');
  return foundOf(nodes, direct);
}

const gem = (name: string, version: string): Node['found'] => ({
  name,
  version,
  packager: 'bundler',
  purl: purlOf('gem', { name, version }),
  licenses: [],
});
