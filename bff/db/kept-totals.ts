import type { CompiledQuery, QueryExecutor } from 'kysely';
import type { Db } from './open.ts';

/** Tells by a text of its own that nothing in a database was changed meanwhile, by anybody. */
export type Stamp = () => string;

interface Totals {
  readonly stamp: Stamp;
  /** Of which state of the database they are. */
  of: string;
  readonly byQuery: Map<string, number>;
}

const mostKept = 200;
const longestKey = 2000;

// One adapter belongs to a database and to all transactions on it.
const kept = new WeakMap<QueryExecutor['adapter'], Totals>();

/** Says once, where a database is opened, how to see that nothing has changed. */
export function keepTotals(db: Db, stamp: Stamp): void {
  kept.set(db.getExecutor().adapter, { stamp, of: '', byQuery: new Map() });
}

/**
 * How many rows a query of ids has. Whoever turns the pages of a list asks for the same number again
 * and again: it is counted once as long as nothing is written, where the database can tell.
 */
export async function totalOnce(
  db: Db,
  ids: { compile(): CompiledQuery },
  count: () => Promise<number>,
): Promise<number> {
  const totals = kept.get(db.getExecutor().adapter);
  // In a transaction there is what may never be committed.
  if (totals === undefined || db.isTransaction) return count();
  const { sql, parameters } = ids.compile();
  const key = `${sql} ${JSON.stringify(parameters)}`;
  const before = totals.stamp();
  if (totals.of !== before) {
    totals.byQuery.clear();
    totals.of = before;
  }
  const known = totals.byQuery.get(key);
  if (known !== undefined) return known;
  const counted = await count();
  if (key.length > longestKey || totals.of !== before || totals.stamp() !== before) return counted;
  if (totals.byQuery.size >= mostKept) totals.byQuery.clear();
  totals.byQuery.set(key, counted);
  return counted;
}
