import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Ctx, now, transact } from '../../context.ts';
import { writersHaveEnded } from '../../db/portable.ts';
import { sha256 } from '../../secrets.ts';
import { askForOne } from '../jobs/rules.ts';
import {
  type AuditHead,
  findHead,
  findLinkAfter,
  insertLinks,
  lastEventId,
  listEventsBetween,
  listLinksBetween,
  moveHead,
  tailAfter,
} from './chain-repository.ts';
import type { AuditEventRow } from './repository.ts';

const batch = 500;

/** What of a row is hashed, in this order for ever. */
const columns = [
  'id',
  'actor_kind',
  'actor_id',
  'actor_name',
  'impersonator_id',
  'impersonator_name',
  'action',
  'subject_type',
  'subject_id',
  'subject_name',
  'project_id',
  'group_id',
  'before',
  'after',
  'ip',
  'request_id',
  'reason',
  'created_at',
] as const satisfies readonly (keyof AuditEventRow)[];

const linked = (previous: string, row: AuditEventRow): string =>
  sha256(`${previous}\n${JSON.stringify(columns.map((column) => row[column]))}`);

const sealed = ({ event_id, hash }: Pick<AuditHead, 'event_id' | 'hash'>) => `${event_id} ${hash}`;

/** Chains the audit rows that came since, in the order of their ids, and seals the new head. */
export async function chainAuditEvents(ctx: Ctx): Promise<void> {
  let head = await findHead(ctx.db);
  const upTo = await lastEventId(ctx.db);
  if (upTo <= (head?.event_id ?? 0)) return;
  // A row with a lower id that is not committed yet has its place before these.
  if (!(await writersHaveEnded(ctx.db, ctx.dialect, 'audit_events'))) return;
  while ((head?.event_id ?? 0) < upTo) {
    ctx.signal?.throwIfAborted();
    const moved = await chainBatch(ctx, head, upTo);
    if (moved === undefined) return;
    head = moved;
    // Statements of SQLite let nobody else in between.
    await nextTurn();
  }
}

/** Asks for the job that chains audit rows, where some wait for it: else nothing is written. */
export async function askToChain(ctx: Ctx): Promise<void> {
  const head = await findHead(ctx.db);
  if ((await lastEventId(ctx.db)) <= (head?.event_id ?? 0)) return;
  await askForOne(ctx, 'chain_audit');
}

async function chainBatch(
  ctx: Ctx,
  head: AuditHead | undefined,
  upTo: number,
): Promise<AuditHead | undefined> {
  const after = head?.event_id ?? 0;
  const rows = await listEventsBetween(ctx.db, { after, upTo, most: batch });
  let hash = head?.hash ?? '';
  const links = rows.map((row) => {
    hash = linked(hash, row);
    return { event_id: row.id, hash };
  });
  const last = links.at(-1);
  if (last === undefined) return undefined;
  const to = { ...last, seal: ctx.secrets.encrypt(sealed(last)), sealed_at: now(ctx) };
  return transact(ctx, async (ctx) => {
    if (!(await moveHead(ctx.db, head?.event_id, to))) return undefined;
    await insertLinks(ctx.db, links);
    return { id: 1, ...to };
  });
}

/** What is sealed, and what came after it. */
export interface ChainState {
  sealed: { event_id: number; hash: string; sealed_at: string } | null;
  unsealed: number;
  first_unsealed: number | null;
}

/** How far the chain reaches; costs nothing that grows. */
export async function chainState(ctx: Ctx): Promise<ChainState> {
  const head = await findHead(ctx.db);
  const { count, first } = await tailAfter(ctx.db, head?.event_id ?? 0);
  return {
    sealed: head ? { event_id: head.event_id, hash: head.hash, sealed_at: head.sealed_at } : null,
    unsealed: count,
    first_unsealed: first,
  };
}

/** A link that does not hold: the audit row that it is about, and what is wrong. */
export interface BrokenLink {
  event_id: number;
  problem: 'changed' | 'missing' | 'added' | 'unsealed';
}

/** Goes through the whole chain; the first link that does not hold, undefined where all do. */
export async function firstBrokenLink(ctx: Ctx): Promise<BrokenLink | undefined> {
  const head = await findHead(ctx.db);
  const beyond = await findLinkAfter(ctx.db, head?.event_id ?? 0);
  if (head === undefined) {
    return beyond && { event_id: beyond.event_id, problem: 'unsealed' };
  }
  let hash = '';
  for (let after = 0; after < head.event_id; ) {
    const events = await listEventsBetween(ctx.db, { after, upTo: head.event_id, most: batch });
    const upTo = events.length < batch ? head.event_id : (events.at(-1)?.id ?? head.event_id);
    const links = await listLinksBetween(ctx.db, { after, upTo });
    const found = compared(hash, events, links);
    if (typeof found !== 'string') return found;
    hash = found;
    after = upTo;
    await nextTurn();
  }
  if (hash !== head.hash || !isSealed(ctx, head)) {
    return { event_id: head.event_id, problem: 'unsealed' };
  }
  return beyond && { event_id: beyond.event_id, problem: 'unsealed' };
}

/** The last hash, or the first link that does not hold. */
function compared(
  previous: string,
  events: readonly AuditEventRow[],
  links: readonly { event_id: number; hash: string }[],
): string | BrokenLink {
  let hash = previous;
  let at = 0;
  for (const event of events) {
    const link = links[at];
    if (link !== undefined && link.event_id < event.id) {
      return { event_id: link.event_id, problem: 'missing' };
    }
    if (link?.event_id !== event.id) return { event_id: event.id, problem: 'added' };
    hash = linked(hash, event);
    if (hash !== link.hash) return { event_id: event.id, problem: 'changed' };
    at += 1;
  }
  const rest = links[at];
  return rest === undefined ? hash : { event_id: rest.event_id, problem: 'missing' };
}

function isSealed(ctx: Ctx, head: AuditHead): boolean {
  try {
    return ctx.secrets.decrypt(head.seal) === sealed(head);
  } catch {
    return false;
  }
}
