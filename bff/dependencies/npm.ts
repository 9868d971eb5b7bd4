import {
  type Found,
  foundOf,
  MalformedFile,
  type Node,
  purlOf,
  type Source,
  splitName,
} from './found.ts';
import { mustBeTable, namesOf, type Table, tableOf, textOf, textsOf } from './values.ts';

const asked = ['dependencies', 'optionalDependencies', 'peerDependencies'] as const;
const askedByProjects = [...asked, 'devDependencies'] as const;

/** Names that a package of a lock file asks for. */
const needsOf = (entry: Table, fields: readonly string[]) =>
  fields.flatMap((field) => namesOf(entry[field]));

/** `package-lock.json` and `npm-shrinkwrap.json` of any version. */
export function readNpmLock({ text }: Source): Found[] {
  const lock = mustBeTable(JSON.parse(text), 'The file');
  const packages = tableOf(lock.packages) ?? flattened(lock);
  if (packages === undefined) throw new MalformedFile('It has neither packages nor dependencies');
  const entries = new Map(
    Object.entries(packages).flatMap(([path, value]) => {
      const entry = tableOf(value);
      return entry === undefined ? [] : [[path, entry] as const];
    }),
  );
  const nodes = new Map<string, Node>();
  const direct = new Set<string>();
  for (const [path, entry] of entries) {
    const isProject = !path.includes('node_modules/');
    const needs = needsOf(entry, isProject ? askedByProjects : asked).flatMap(
      (name) => resolved(entries, path, name) ?? [],
    );
    if (isProject) for (const key of needs) direct.add(key);
    // Links lead to projects of this repository.
    if (isProject || entry.link === true) continue;
    const name = textOf(entry.name) ?? path.slice(path.lastIndexOf('node_modules/') + 13);
    const version = textOf(entry.version) ?? null;
    nodes.set(path, {
      found: npmPackage('npm', { name, version, licenses: licensesOf(entry) }),
      needs,
    });
  }
  return foundOf(nodes, direct);
}

/** One package of the registry that npm, yarn and pnpm share. */
export const npmPackage = (
  packager: 'npm' | 'yarn' | 'pnpm',
  { name, version, licenses = [] }: { name: string; version: string | null; licenses?: string[] },
): Node['found'] => ({
  name,
  version,
  packager,
  purl: purlOf('npm', { ...splitName(name), version }),
  licenses,
});

function licensesOf(entry: Table): string[] {
  const { license } = entry;
  return textsOf(textOf(license) ?? textOf(tableOf(license)?.type) ?? license);
}

/** Where Node would find a package: beside whoever asks, then further up. */
function resolved(
  entries: ReadonlyMap<string, Table>,
  from: string,
  name: string,
): string | undefined {
  let folder = from;
  for (;;) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (entries.has(path)) return path;
    if (folder === '') return undefined;
    const at = folder.lastIndexOf('/node_modules/');
    folder = at === -1 ? '' : folder.slice(0, at);
  }
}

/** The packages of the first version of the file, by where they would lie. */
function flattened(lock: Table): Table | undefined {
  if (tableOf(lock.dependencies) === undefined) return undefined;
  const all: Record<string, Table> = {};
  const waiting: [prefix: string, dependencies: Table][] = [['', lock.dependencies as Table]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [prefix, dependencies] = next;
    for (const [name, value] of Object.entries(dependencies)) {
      const entry = tableOf(value);
      if (entry === undefined) continue;
      const path = `${prefix}node_modules/${name}`;
      all[path] = { version: entry.version, dependencies: tableOf(entry.requires) };
      const inner = tableOf(entry.dependencies);
      if (inner !== undefined) waiting.push([`${path}/`, inner]);
    }
  }
  // This version does not say what the project asks for: what nobody else does.
  const needed = new Set(Object.values(all).flatMap((entry) => namesOf(entry.dependencies)));
  const roots = Object.keys(lock.dependencies as Table).filter((name) => !needed.has(name));
  all[''] = { dependencies: Object.fromEntries(roots.map((name) => [name, '*'])) };
  return all;
}

/** Names that the `package.json` beside a lock file asks for. */
export const askedIn = (manifest: Table | undefined): ReadonlyMap<string, string> =>
  new Map(
    askedByProjects.flatMap((field) =>
      Object.entries(tableOf(manifest?.[field]) ?? {}).flatMap(([name, range]) => {
        const text = textOf(range);
        return text === undefined ? [] : [[name, text] as const];
      }),
    ),
  );
