import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Ctx, now } from '../../context.ts';
import {
  lastId,
  listMigrations,
  listTables,
  openSnapshot,
  readRows,
  type Snapshot,
} from '../../db/whole.ts';
import { packOf } from '../../git/packs.ts';
import { listRefs } from '../../git/refs.ts';
import { hashedPath, readHead, repositoryExists } from '../../git/repository.ts';
import { version } from '../../version.ts';
import type { Part } from './archive.ts';
import type { Content, Counts, Head } from './contents.ts';
import { besideCode } from '../wikis/place-rules.ts';
import { listProjects, listRecordedRefs, listRecordedWikis } from './repository.ts';

/** Not copied: the database is read row by row, keys are never part of a backup, the rest is made anew. */
export const leftOut =
  /^(?:quarterdeck\.sqlite.*|secret\.key.*|ssh_host_\w+_key.*|hooks|repositories|restoring)$/;
/** What is being written, or on its way out. */
const passing = /\.(?:new|gone)$/;
const rowsTogether = 1024 * 1024;

export const repositoriesFolder = 'repositories';

/**
 * All of an instance at one moment, while it goes on working: the rows of one snapshot, then the
 * files and repositories as they are after it. Nothing that a row names leaves them meanwhile:
 * files are written once, and objects are never taken out of a repository.
 */
export async function* backupOf(ctx: Ctx): AsyncGenerator<Part> {
  const snapshot = await openSnapshot(ctx);
  const counts: Counts = { kind: 'counts', rows: {}, files: 0, repositories: 0 };
  try {
    const head: Head = {
      kind: 'backup',
      made_at: now(ctx),
      version,
      key_id: ctx.secrets.keyId(),
      migrations: await listMigrations(snapshot),
    };
    yield { json: head };
    yield* rowsOf(snapshot, counts);
    yield* filesOf(ctx.dataDir, counts);
    yield* repositoriesOf(ctx, snapshot, counts);
    yield content(counts);
  } finally {
    await snapshot.end();
  }
}

const content = (json: Content): Part => ({ json });

async function* rowsOf(snapshot: Snapshot, counts: Counts): AsyncGenerator<Part> {
  for (const table of await listTables(snapshot)) {
    const { name, columns } = table;
    const last_id = table.hasIds ? await lastId(snapshot, table) : 0;
    yield content({ kind: 'table', name, columns, last_id });
    counts.rows[name] = 0;
    let together: (string | number | null)[][] = [];
    let size = 0;
    for await (const rows of readRows(snapshot, table)) {
      for (const row of rows) {
        together.push([...row]);
        for (const one of row) size += typeof one === 'string' ? one.length : 8;
        counts.rows[name] += 1;
        if (size < rowsTogether) continue;
        yield content({ kind: 'rows', rows: together });
        together = [];
        size = 0;
      }
    }
    if (together.length > 0) yield content({ kind: 'rows', rows: together });
  }
}

async function* filesOf(dataDir: string, counts: Counts): AsyncGenerator<Part> {
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (leftOut.test(entry.name)) continue;
    const top = join(dataDir, entry.name);
    const below = entry.isDirectory()
      ? await readdir(top, { recursive: true, withFileTypes: true })
      : [entry];
    for (const file of below) {
      if (!file.isFile() || passing.test(file.name)) continue;
      const path = join(file.parentPath, file.name);
      yield content({ kind: 'file', path: relative(dataDir, path) });
      const gone = yield* bytesOf(createReadStream(path), isMissing);
      yield content({ kind: 'done', gone });
      if (!gone) counts.files += 1;
    }
  }
}

const isMissing = (error: unknown) =>
  Promise.resolve(error instanceof Error && 'code' in error && error.code === 'ENOENT');

/** The bytes of a stream; true where it broke because its subject has gone away. */
async function* bytesOf(
  stream: AsyncIterable<Buffer>,
  isGone: (error: unknown) => Promise<boolean>,
): AsyncGenerator<Part, boolean> {
  try {
    for await (const bytes of stream) yield { bytes };
    return false;
  } catch (error) {
    if (await isGone(error)) return true;
    throw error;
  }
}

async function* repositoriesOf(ctx: Ctx, snapshot: Snapshot, counts: Counts): AsyncGenerator<Part> {
  const folder = join(ctx.dataDir, repositoriesFolder);
  const ids = new Map<string, number>();
  for (const { id } of await listProjects(snapshot.db)) ids.set(hashedPath(id), id);
  const wikis = new Map<string, string | null>();
  for (const { project_id, sha } of await listRecordedWikis(snapshot.db)) {
    wikis.set(besideCode(hashedPath(project_id)), sha);
  }
  for await (const path of repositoriesBelow(folder)) {
    const id = ids.get(path);
    const sha = wikis.get(path) ?? null;
    const ofWiki = sha === null ? [] : [{ sha }];
    const recorded = id === undefined ? ofWiki : await listRecordedRefs(snapshot.db, id);
    const gone = yield* repositoryOf(join(folder, path), { path, recorded });
    if (!gone) counts.repositories += 1;
  }
}

async function* repositoryOf(
  repo: string,
  { path, recorded }: { path: string; recorded: readonly { sha: string }[] },
): AsyncGenerator<Part, boolean> {
  const isGone = async () => !(await repositoryExists(repo));
  const found = await Promise.all([readHead(repo), listRefs(repo, [])]).catch(
    async (error: unknown) => {
      if (await isGone()) return undefined;
      throw error;
    },
  );
  if (found === undefined) return true;
  const [head, live] = found;
  const refs = live.map(({ name, sha }) => ({ name, sha }));
  yield content({ kind: 'repository', path, head, refs });
  // What was recorded at the moment of the rows, where it has moved since.
  const shas = [...new Set([...refs, ...recorded].map(({ sha }) => sha))];
  const gone = shas.length > 0 && (yield* bytesOf(packOf(repo, shas), isGone));
  yield content({ kind: 'done', gone });
  return gone;
}

/** Paths of the repositories below a folder, whatever they are of. */
async function* repositoriesBelow(folder: string, below = ''): AsyncGenerator<string> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(
    async (error: unknown) => {
      if (await isMissing(error)) return [];
      throw error;
    },
  );
  for (const entry of entries) {
    if (!entry.isDirectory() || passing.test(entry.name)) continue;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.name.endsWith('.git')) yield path;
    else yield* repositoriesBelow(folder, path);
  }
}
