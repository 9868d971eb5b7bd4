import { parse } from 'smol-toml';
import {
  type Found,
  foundOf,
  MalformedFile,
  merged,
  type Node,
  purlOf,
  pythonName,
  type Source,
} from './found.ts';
import { mustBeTable, namesOf, type Table, tableOf, tablesOf, textOf, textsOf } from './values.ts';

type PythonPackager = 'pip' | 'pipenv' | 'poetry' | 'uv';

const pythonPackage = (
  packager: PythonPackager,
  { name, version }: { name: string; version: string | null },
): Node['found'] => ({
  name,
  version,
  packager,
  purl: purlOf('pypi', { name, version }),
  licenses: [],
});

/** The name at the beginning of a requirement. */
const nameIn = (requirement: string): string | undefined =>
  /^\s*([A-Za-z0-9][A-Za-z0-9._-]*)/.exec(requirement)?.[1];

const namesIn = (requirements: unknown) =>
  textsOf(requirements).flatMap((text) => nameIn(text) ?? []);

/** Names that a `pyproject.toml` asks for, in its standard tables and in Poetry's. */
function askedIn(text: string | undefined): string[] {
  if (text === undefined) return [];
  let manifest: Table;
  try {
    manifest = parse(text);
  } catch {
    return [];
  }
  const project = tableOf(manifest.project);
  const poetry = tableOf(tableOf(manifest.tool)?.poetry);
  const lists = [
    project?.dependencies,
    ...Object.values(tableOf(project?.['optional-dependencies']) ?? {}),
    ...Object.values(tableOf(manifest['dependency-groups']) ?? {}),
  ];
  const groups = Object.values(tableOf(poetry?.group) ?? {}).map((group) => tableOf(group));
  return [
    ...lists.flatMap(namesIn),
    ...namesOf(poetry?.dependencies),
    ...namesOf(poetry?.['dev-dependencies']),
    ...groups.flatMap((group) => namesOf(group?.dependencies)),
  ];
}

function fromPackages(
  packager: PythonPackager,
  packages: readonly Table[],
  { needsOf, asked }: { needsOf: (entry: Table) => string[]; asked: readonly string[] },
): Found[] {
  const byName = new Map<string, string[]>();
  const nodes = new Map<string, Node>();
  for (const [at, entry] of packages.entries()) {
    const name = textOf(entry.name);
    if (name === undefined) throw new MalformedFile('A package has no name');
    const key = `${pythonName(name)}\n${at}`;
    byName.set(pythonName(name), [...(byName.get(pythonName(name)) ?? []), key]);
    const version = textOf(entry.version) ?? null;
    nodes.set(key, { found: pythonPackage(packager, { name, version }), needs: needsOf(entry) });
  }
  const keysOf = (names: readonly string[]) =>
    names.flatMap((name) => byName.get(pythonName(name)) ?? []);
  for (const node of nodes.values()) node.needs = keysOf(node.needs);
  return foundOf(nodes, new Set(keysOf(asked)));
}

/** `poetry.lock`; what the project asks for stands in the `pyproject.toml` beside it. */
export function readPoetryLock({ text, beside }: Source): Found[] {
  const lock = parse(text);
  return fromPackages('poetry', tablesOf(lock.package), {
    needsOf: (entry) => namesOf(entry.dependencies),
    asked: askedIn(beside('pyproject.toml')),
  });
}

/** `uv.lock`, where the project itself is a package of this folder. */
export function readUvLock({ text }: Source): Found[] {
  const lock = parse(text);
  const isLocal = (entry: Table) => {
    const source = tableOf(entry.source);
    return source?.editable !== undefined || source?.virtual !== undefined;
  };
  const needsOf = (entry: Table) =>
    [
      entry.dependencies,
      ...Object.values(tableOf(entry['optional-dependencies']) ?? {}),
      ...Object.values(tableOf(entry['dev-dependencies']) ?? {}),
    ].flatMap((list) => tablesOf(list).flatMap((one) => textOf(one.name) ?? []));
  const packages = tablesOf(lock.package);
  return fromPackages(
    'uv',
    packages.filter((entry) => !isLocal(entry)),
    { needsOf, asked: packages.filter(isLocal).flatMap(needsOf) },
  );
}

/** What a `Pipfile` holds besides its groups of packages. */
const pipfileTables = new Set([
  'source',
  'pipenv',
  'requires',
  'scripts',
  'pipfile',
  'build-system',
]);

/** `Pipfile.lock`; what the project asks for stands in the `Pipfile` beside it. */
export function readPipfileLock({ text, beside }: Source): Found[] {
  const lock = mustBeTable(JSON.parse(text), 'The file');
  const asked = new Set<string>();
  try {
    const manifest: Table = parse(beside('Pipfile') ?? '');
    const parts = Object.entries(manifest).filter(([part]) => !pipfileTables.has(part));
    const names = parts.flatMap(([, packages]) => namesOf(packages));
    for (const name of names) asked.add(pythonName(name));
  } catch {
    // Without it nobody knows who asks.
  }
  const parts = Object.entries(lock).filter(([part]) => part !== '_meta');
  const all = parts.flatMap(([, packages]) =>
    Object.entries(tableOf(packages) ?? {}).map(([name, value]) => ({
      ...pythonPackage('pipenv', {
        name,
        version: textOf(tableOf(value)?.version)?.replace(/^==/, '') ?? null,
      }),
      topLevel: asked.has(pythonName(name)),
      ancestors: [],
    })),
  );
  return merged(all);
}

/** `requirements.txt` and its like: what is pinned with `==`; `# via` tells who asks. */
export function readRequirements({ text }: Source): Found[] {
  const found: Found[] = [];
  const isCompiled = /^\s*#\s+via\b/m.test(text);
  let last: Found | undefined;
  for (const line of text.replace(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    const via = /^\s*#\s+(?:via\s+)?(\S.*)$/.exec(line)?.[1];
    if (via !== undefined && isCompiled && last !== undefined && /^\s/.test(line)) {
      noteVia(last, via);
      continue;
    }
    const [, name, version] =
      /^\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*={2,3}\s*([^\s;,#]+)/.exec(line) ?? [];
    if (name === undefined || version === undefined) {
      if (!/^\s*(#|$)/.test(line)) last = undefined;
      continue;
    }
    const entry = pythonPackage('pip', { name, version });
    last = { ...entry, topLevel: !isCompiled, ancestors: [] };
    found.push(last);
  }
  return merged(found);
}

function noteVia(found: Found, via: string): void {
  for (const one of via.split(',').map((text) => text.trim())) {
    if (one === 'via' || one === '') continue;
    // A file, or the project itself by its manifest, asks for what the project asks for.
    if (/^(-r|-c)\s|\(pyproject\.toml\)|\(setup\.py\)/.test(one)) found.topLevel = true;
    else if (found.ancestors.length < 20) {
      found.ancestors.push({ name: one.slice(0, 255), version: null });
    }
  }
}
