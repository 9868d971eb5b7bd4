import { parse } from 'yaml';
import { type Found, foundOf, MalformedFile, type Node, type Source } from './found.ts';
import { npmPackage } from './npm.ts';
import { mustBeTable, type Table, tableOf, textOf } from './values.ts';

const asked = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

/** `pnpm-lock.yaml` from version 5 on. */
export function readPnpmLock({ text }: Source): Found[] {
  const lock = mustBeTable(parse(text, { maxAliasCount: 100 }), 'The file');
  const packages = tableOf(lock.packages) ?? {};
  if (lock.lockfileVersion === undefined) {
    throw new MalformedFile('It does not say which version of the format it is');
  }
  // From version 9 on, who asks for what stands apart from what there is.
  const graph = tableOf(lock.snapshots) ?? packages;
  const nodes = new Map<string, Node>();
  for (const [key, value] of Object.entries(graph)) {
    const entry = tableOf(value) ?? {};
    const { name, version } = named(key, tableOf(packages[key]) ?? entry);
    nodes.set(key, {
      found: npmPackage('pnpm', { name, version }),
      needs: [...needsOf(entry, ['dependencies', 'optionalDependencies'])].flatMap(
        (need) => keyIn(graph, need) ?? [],
      ),
    });
  }
  const importers = Object.values(tableOf(lock.importers) ?? { '.': lock });
  const direct = importers.flatMap((importer) =>
    [...needsOf(tableOf(importer) ?? {}, asked)].flatMap((need) => keyIn(graph, need) ?? []),
  );
  return foundOf(nodes, new Set(direct));
}

type Need = readonly [name: string, version: string];

function* needsOf(entry: Table, fields: readonly string[]): Generator<Need> {
  for (const field of fields) {
    for (const [name, value] of Object.entries(tableOf(entry[field]) ?? {})) {
      const version = textOf(value) ?? textOf(tableOf(value)?.version);
      if (version !== undefined) yield [name, version];
    }
  }
}

/** The key of a package: formats before 6 joined with `/`, those before 9 began with it. */
function keyIn(graph: Table, [name, version]: Need): string | undefined {
  const candidates = [`${name}@${version}`, `/${name}@${version}`, `/${name}/${version}`, version];
  return candidates.find((key) => Object.hasOwn(graph, key));
}

function named(key: string, entry: Table): { name: string; version: string | null } {
  // What stands in brackets, or after `_`, tells its peers.
  const bare = (key.startsWith('/') ? key.slice(1) : key).replace(/\(.*$/s, '');
  const at = Math.max(bare.indexOf('@', 1), -1);
  const [name, version] =
    at === -1
      ? [
          bare.slice(0, bare.lastIndexOf('/')),
          bare.slice(bare.lastIndexOf('/') + 1).replace(/_.*$/s, ''),
        ]
      : [bare.slice(0, at), bare.slice(at + 1)];
  return { name: textOf(entry.name) ?? name, version: textOf(entry.version) ?? version };
}
