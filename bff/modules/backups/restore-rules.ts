import { rm } from 'node:fs/promises';
import { isAbsolute, join, normalize } from 'node:path';
import type { Ctx } from '../../context.ts';
import { listTables, openFilling, type Table } from '../../db/whole.ts';
import { writeFileDurably } from '../../files.ts';
import { takePack } from '../../git/packs.ts';
import { type Ref, updateRefs } from '../../git/refs.ts';
import { hashedPath, initBare } from '../../git/repository.ts';
import { ArchiveProblem, type Part, partsOf } from './archive.ts';
import { leftOut, repositoriesFolder } from './backup-rules.ts';
import { type Content, contentOf, type Counts, type Head, headOf } from './contents.ts';
import { besideCode } from '../wikis/place-rules.ts';
import {
  listMergeRequestIids,
  listProjects,
  listRecordedRefs,
  listRecordedWikis,
} from './repository.ts';

type NamedRef = Pick<Ref, 'name' | 'sha'>;

/** Reads a whole backup and says what it holds; throws where it is none, damaged or cut off. */
export async function checkBackup(path: string): Promise<{ head: Head; counts: Counts }> {
  let head: Head | undefined;
  let counts: Counts | undefined;
  for await (const part of partsOf(path)) {
    if (head === undefined) head = headOf('json' in part ? part.json : undefined);
    else if ('json' in part) {
      const content = contentOf(part.json);
      if (content.kind === 'counts') counts = content;
    }
  }
  if (head === undefined || counts === undefined) {
    throw new ArchiveProblem('it is damaged or not whole');
  }
  return { head, counts };
}

/** Fills an empty instance, whose tables are those of the backup, with what it holds. */
export async function restoreFrom(ctx: Ctx, path: string): Promise<Counts> {
  const parts = partsOf(path);
  const found: Counts = { kind: 'counts', rows: {}, files: 0, repositories: 0 };
  try {
    await parts.next();
    let next = await fillDatabase(ctx, parts, found);
    const places = await placesOf(ctx);
    while (next !== undefined) {
      if (next.kind === 'file') await takeFile(ctx, { parts, path: next.path, found });
      if (next.kind === 'repository') await takeRepository(ctx, { parts, of: next, places, found });
      next = await nextContent(parts);
    }
  } finally {
    await parts.return(undefined);
  }
  return found;
}

type Parts = AsyncGenerator<Part>;

async function nextContent(parts: Parts): Promise<Content | undefined> {
  const next = await parts.next();
  if (next.done === true) return undefined;
  return contentOf('json' in next.value ? next.value.json : undefined);
}

/** All rows in one transaction; gives back the first part after them. */
async function fillDatabase(ctx: Ctx, parts: Parts, found: Counts): Promise<Content | undefined> {
  const known = new Map((await listTables(ctx)).map((table) => [table.name, table]));
  const filling = await openFilling(ctx);
  try {
    let table: Table | undefined;
    let next = await nextContent(parts);
    for (; next?.kind === 'table' || next?.kind === 'rows'; next = await nextContent(parts)) {
      if (next.kind === 'table') {
        const here = known.get(next.name);
        if (here === undefined) throw new ArchiveProblem(`it has an unknown table ${next.name}`);
        table = { ...here, columns: next.columns };
        found.rows[next.name] = 0;
        if (here.hasIds) await filling.setLastId(table, next.last_id);
      } else if (table !== undefined) {
        await filling.insert(table, next.rows);
      }
    }
    for (const name of Object.keys(found.rows)) {
      const here = known.get(name);
      if (here !== undefined) found.rows[name] = await filling.count(here);
    }
    await filling.commit();
    return next;
  } catch (error) {
    await filling.undo().catch(() => undefined);
    throw error;
  }
}

/** A path of the backup below the data directory; one that leads out of it is none of ours. */
function placeIn(folder: string, path: string): string {
  if (isAbsolute(path) || normalize(path) !== path || path.split('/').includes('..')) {
    throw new ArchiveProblem(`it has a strange path ${JSON.stringify(path)}`);
  }
  return join(folder, path);
}

/** The bytes that follow, up to the end of their file or pack; `ended` says how that was. */
async function* bytesOf(parts: Parts, ended: { gone: boolean }): AsyncGenerator<Buffer> {
  for (;;) {
    const next = await parts.next();
    if (next.done === true) return;
    const { value } = next;
    if ('bytes' in value) yield value.bytes;
    else {
      const content = contentOf(value.json);
      if (content.kind === 'done') ended.gone = content.gone;
      return;
    }
  }
}

async function takeFile(
  ctx: Ctx,
  { parts, path, found }: { parts: Parts; path: string; found: Counts },
): Promise<void> {
  const place = placeIn(ctx.dataDir, path);
  if (leftOut.test(path.split('/')[0] ?? '')) throw new ArchiveProblem(`it has a file ${path}`);
  const ended = { gone: false };
  await writeFileDurably(place, bytesOf(parts, ended));
  if (ended.gone) await rm(place);
  else found.files += 1;
}

/** What the rows know of a repository. */
type Place = { kind: 'code'; id: number; branch: string } | { kind: 'wiki'; sha: string | null };

async function placesOf(ctx: Ctx): Promise<ReadonlyMap<string, Place>> {
  const places = new Map<string, Place>();
  for (const { id, default_branch: branch } of await listProjects(ctx.db)) {
    places.set(hashedPath(id), { kind: 'code', id, branch });
    // A wiki that was made after the rows were read is an empty one.
    places.set(besideCode(hashedPath(id)), { kind: 'wiki', sha: null });
  }
  for (const { project_id, sha } of await listRecordedWikis(ctx.db)) {
    places.set(besideCode(hashedPath(project_id)), { kind: 'wiki', sha });
  }
  return places;
}

/** Refs of a repository as its rows have them; of one that no row knows as they were. */
async function recordedAt(ctx: Ctx, place: Place | undefined, head: string): Promise<NamedRef[]> {
  if (place?.kind === 'code') return listRecordedRefs(ctx.db, place.id);
  const sha = place?.sha ?? null;
  return sha === null ? [] : [{ name: `refs/heads/${head}`, sha }];
}

async function takeRepository(
  ctx: Ctx,
  given: {
    parts: Parts;
    of: Extract<Content, { kind: 'repository' }>;
    places: ReadonlyMap<string, Place>;
    found: Counts;
  },
): Promise<void> {
  const { parts, of, places, found } = given;
  const repo = placeIn(join(ctx.dataDir, repositoriesFolder), of.path);
  const place = places.get(of.path);
  await initBare(repo, place?.kind === 'code' ? place.branch : of.head);
  const ended = { gone: false };
  const recorded = await recordedAt(ctx, place, of.head);
  const bytes = bytesOf(parts, ended);
  if (of.refs.length + recorded.length > 0) {
    // The pack of one that went away while it was read is cut off.
    await takePack(repo, bytes).catch((error: unknown) => {
      if (!ended.gone) throw error;
    });
  } else {
    for await (const _ of bytes);
  }
  if (ended.gone) return rm(repo, { recursive: true, force: true });
  const refs = await refsOf(ctx, place, { of, recorded });
  await updateRefs(
    repo,
    refs.map(({ name, sha }) => ({ ref: name, new: sha, old: null })),
  );
  found.repositories += 1;
}

/**
 * Branches and tags as the rows have them, whatever happened while the repository was read; heads of
 * merge requests that the rows have; and whatever keeps commits.
 */
async function refsOf(
  ctx: Ctx,
  place: Place | undefined,
  { of, recorded }: { of: Extract<Content, { kind: 'repository' }>; recorded: readonly NamedRef[] },
): Promise<readonly NamedRef[]> {
  if (place === undefined) return of.refs;
  if (place.kind === 'wiki') {
    const own = `refs/heads/${of.head}`;
    return [...recorded, ...of.refs.filter(({ name }) => name !== own)];
  }
  const iids = await listMergeRequestIids(ctx.db, place.id);
  const others = of.refs.filter(({ name }) => {
    if (/^refs\/(heads|tags)\//.test(name)) return false;
    const iid = /^refs\/merge-requests\/(\d+)\//.exec(name)?.[1];
    return iid === undefined || iids.has(Number(iid));
  });
  return [...recorded, ...others];
}
