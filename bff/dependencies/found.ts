import { PackageURL } from 'packageurl-js';

/** One package that a lock file or manifest names, as its reader tells of it. */
export interface Found {
  name: string;
  version: string | null;
  /** The tool that installs it; null where nothing tells. */
  packager: string | null;
  purl: string | null;
  /** The project asks for it itself. */
  topLevel: boolean;
  /** The packages that ask for it, as far as the file tells. */
  ancestors: Ancestor[];
  /** As the file words them: SPDX expressions or any text. */
  licenses: string[];
}

export interface Ancestor {
  name: string;
  version: string | null;
}

/** What a reader is handed: the file's text, and the files beside it. */
export interface Source {
  text: string;
  /** The text of a file in the same folder; undefined where it is not there. */
  beside: (name: string) => string | undefined;
}

/** A file that is not what its name says; the message is for people. */
export class MalformedFile extends Error {}

/** A package URL; null for what has no name that such a URL can carry. */
export function purlOf(
  type: string,
  named: { namespace?: string | undefined; name: string; version: string | null },
): string | null {
  try {
    const { namespace, name, version } = named;
    return ruled(type, { namespace, name, version: version ?? undefined }).toString();
  } catch {
    return null;
  }
}

interface Parts {
  namespace?: string | null | undefined;
  name: string;
  version?: string | null | undefined;
}

/** A package URL of these parts alone, by the official rules of its type; throws where it is none. */
export const ruled = (type: string, { namespace, name, version }: Parts): PackageURL =>
  new PackageURL(
    type,
    type === 'golang' ? namespace?.toLowerCase() : namespace,
    ruledName(type, name),
    version,
    undefined,
    undefined,
  );

/** The library leaves the names of Go as they are, and of Python's signs it knows `_` alone. */
function ruledName(type: string, name: string): string {
  if (type === 'golang') return name.toLowerCase();
  return type === 'pypi' ? pythonName(name) : name;
}

/** Names of Python count in one case, and runs of `-`, `_` and `.` are one sign. */
export const pythonName = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-');

/** A namespace and a name that a sign joins, the last one counting: `@scope/name`. */
export function splitName(full: string, sign = '/'): { namespace?: string; name: string } {
  const at = full.lastIndexOf(sign);
  return at <= 0 ? { name: full } : { namespace: full.slice(0, at), name: full.slice(at + 1) };
}

/** A package of a graph: what it is and the keys of what it asks for. */
export interface Node {
  found: Omit<Found, 'ancestors' | 'topLevel'>;
  needs: readonly string[];
}

/** More of them tell nothing new. */
const mostAncestors = 20;

/** The packages of a graph with who asks for them; `direct` are the keys that the project asks for. */
export function foundOf(nodes: ReadonlyMap<string, Node>, direct: ReadonlySet<string>): Found[] {
  const ancestors = new Map<string, Ancestor[]>();
  for (const { found, needs } of nodes.values()) {
    for (const key of new Set(needs)) {
      const known = ancestors.get(key) ?? [];
      ancestors.set(key, known);
      note(known, { name: found.name, version: found.version });
    }
  }
  return merged(
    [...nodes].map(([key, { found }]) => ({
      ...found,
      topLevel: direct.has(key),
      ancestors: ancestors.get(key) ?? [],
    })),
  );
}

function note(known: Ancestor[], one: Ancestor): void {
  if (known.length >= mostAncestors) return;
  if (known.some(({ name, version }) => name === one.name && version === one.version)) return;
  known.push(one);
}

/** One entry for each name and version, however often a file names it. */
export function merged(all: readonly Found[]): Found[] {
  const byKey = new Map<string, Found>();
  for (const one of all) {
    const key = `${one.name}\n${one.version ?? ''}`;
    const known = byKey.get(key);
    if (known === undefined) {
      byKey.set(key, { ...one, ancestors: [...one.ancestors] });
      continue;
    }
    known.topLevel ||= one.topLevel;
    if (known.licenses.length === 0) known.licenses = one.licenses;
    for (const ancestor of one.ancestors) note(known.ancestors, ancestor);
  }
  return [...byKey.values()];
}
