import { randomUUID } from 'node:crypto';
import type { DependencyFinding } from '#contract/dependencies.ts';
import type { Component } from '../../dependencies/task.ts';
import { type Ctx, now, transact } from '../../context.ts';
import { bit } from '../../db/portable.ts';
import {
  claimList,
  completeList,
  type DependencyList,
  emptyList,
  findProjectList,
  holdClaim,
  holdList,
  insertDependencies,
  listFirstSeen,
} from './repository.ts';

/** A package with the file that names it. */
export type Located = Component & { path: string | null };

const rowsAtOnce = 500;

interface Content {
  /** Tells it from any other of the project. */
  key: string;
  /** Of the reader of lock files; a report is kept as it was read when it came. */
  readerVersion?: number;
  read: () => Promise<{ components: readonly Located[]; findings: readonly DependencyFinding[] }>;
}

/** Lists that this process writes: whoever wants the same one waits for it. */
const writing = new Map<string, Promise<DependencyList>>();

/**
 * Writes a list, some packages at a time so that nobody waits for all of them; until the last one
 * is there the list counts as unread, and another attempt begins anew.
 */
export async function storeList(
  ctx: Ctx,
  projectId: number,
  content: Content,
): Promise<DependencyList> {
  const key = `${ctx.dataDir}\n${projectId}\n${content.key}`;
  const begun = writing.get(key);
  if (begun !== undefined) return begun;
  const promise = write(ctx, projectId, content).finally(() => writing.delete(key));
  writing.set(key, promise);
  return promise;
}

async function write(ctx: Ctx, projectId: number, content: Content): Promise<DependencyList> {
  const created_at = now(ctx);
  const { key: content_key, readerVersion: reader_version = 0 } = content;
  const row = { project_id: projectId, content_key, reader_version, created_at };
  const list = await holdList(ctx.db, row);
  if (list.complete === 1) return list;
  const { components, findings } = await content.read();
  const seen = await firstSeen(ctx, projectId);
  const claim = { id: list.id, writer: randomUUID() };
  await transact(ctx, async (ctx) => {
    await claimList(ctx.db, claim.id, claim.writer);
    await holdMine(ctx, claim);
    await emptyList(ctx.db, list.id);
  });
  for (let at = 0; at < components.length; at += rowsAtOnce) {
    await transact(ctx, async (ctx) => {
      await holdMine(ctx, claim);
      const some = components.slice(at, at + rowsAtOnce);
      const rows = some.map((one) => rowOf(one, { list_id: list.id, created_at, seen }));
      await insertDependencies(ctx.db, rows);
    });
  }
  const is = { findings: JSON.stringify(findings), components_count: components.length };
  const done = await transact(ctx, (ctx) => completeList(ctx.db, claim, is));
  if (!done) throw new ListLost();
  return { ...list, ...is, complete: 1 };
}

/** Another process writes the list now; the next attempt finds it whole. */
class ListLost extends Error {
  constructor() {
    super('another process writes the list of dependencies');
    this.name = 'ListLost';
  }
}

async function holdMine(ctx: Ctx, { id, writer }: { id: number; writer: string }): Promise<void> {
  if (!(await holdClaim(ctx.db, id, writer))) throw new ListLost();
}

function rowOf(
  one: Located,
  list: { list_id: number; created_at: string; seen: ReadonlyMap<string, string> },
) {
  const component_key = keyOf(one);
  return {
    list_id: list.list_id,
    name: one.name,
    name_lower: one.name.toLowerCase(),
    version: one.version,
    packager: one.packager,
    purl: one.purl,
    path: one.path,
    top_level: bit(one.topLevel),
    ancestors: JSON.stringify(one.ancestors),
    licenses: JSON.stringify(one.licenses),
    license_expression: one.expression,
    component_key,
    first_seen_at: list.seen.get(component_key) ?? list.created_at,
  };
}

const keyOf = ({ purl, packager, name, version }: Located) =>
  purl ?? `${packager ?? ''}:${name}@${version ?? ''}`;

/** What the default branch has had before keeps the time when it was seen first. */
async function firstSeen(ctx: Ctx, projectId: number): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  const current = await findProjectList(ctx.db, projectId);
  if (current === undefined) return seen;
  for (let id = 0; ; ) {
    const rows = await listFirstSeen(ctx.db, current.list_id, { id, limit: 5000 });
    for (const row of rows) seen.set(row.component_key, row.first_seen_at);
    const last = rows.at(-1);
    if (last === undefined) return seen;
    id = last.id;
  }
}
