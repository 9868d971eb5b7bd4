import type { CompiledQuery, QueryExecutor } from 'kysely';
import type { Db } from './open.ts';

type Value = number | string;

/** Up to here each number of values has a statement of its own. */
const fewValues = 8;

interface Statement<R> {
  query: CompiledQuery<R>;
  /** For each parameter which value it takes; undefined where the statement holds a constant. */
  slots: readonly (number | undefined)[];
}

/**
 * A statement over a list of values, put together and compiled once for each length: for reads
 * that every request makes, where that costs as much as running them. Of more than eight
 * the last value is repeated, so that there are few lengths: there the statement may only ask
 * whether something is among them.
 */
export function compiledOnce<V extends Value, R>(
  build: (db: Db, values: V[]) => { compile(): CompiledQuery<R> },
): (db: Db, values: readonly V[]) => Promise<R[]> {
  const known = new WeakMap<QueryExecutor['adapter'], Map<number, Statement<R>>>();
  return async (db, values) => {
    const last = values.at(-1);
    if (last === undefined) return [];
    // One adapter belongs to a database and to all transactions on it.
    const { adapter } = db.getExecutor();
    const statements = known.get(adapter) ?? new Map<number, Statement<R>>();
    known.set(adapter, statements);
    const size = values.length <= fewValues ? values.length : Math.ceil(values.length / 8) * 8;
    let statement = statements.get(size);
    if (statement === undefined) {
      statement = compile(db, size, build);
      statements.set(size, statement);
    }
    const { query, slots } = statement;
    const parameters = query.parameters.map((constant, at) => {
      const slot = slots[at];
      return slot === undefined ? constant : (values[slot] ?? last);
    });
    return (await db.executeQuery<R>({ ...query, parameters })).rows;
  };
}

function compile<V extends Value, R>(
  db: Db,
  size: number,
  build: (db: Db, values: V[]) => { compile(): CompiledQuery<R> },
): Statement<R> {
  // Stand-ins are told from the statement's own constants by identity; none is ever bound.
  const marks = Array.from({ length: size }, () => ({}) as unknown as V);
  const query = build(db, marks).compile();
  const slotOf = new Map<unknown, number>(marks.map((mark, at) => [mark, at]));
  return { query, slots: query.parameters.map((parameter) => slotOf.get(parameter)) };
}
