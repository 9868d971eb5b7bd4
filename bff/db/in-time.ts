import {
  type CompiledQuery,
  type Expression,
  type OperationNode,
  type QueryExecutor,
  type RawBuilder,
  type SelectQueryBuilder,
  SelectQueryNode,
  type SqlBool,
  sql,
  WhereNode,
} from 'kysely';
import { timedOut } from '../errors.ts';
import type { Db } from './open.ts';

/** How a database keeps to the time that the query of a list may take. */
interface Limit {
  ms: number;
  /** PostgreSQL: connections on which the database itself ends what takes longer. */
  timed?: Db;
}

// One adapter belongs to a database and to all transactions on it.
const limits = new WeakMap<QueryExecutor['adapter'], Limit>();

/** Says once, where a database is opened, how long the queries of its lists may take. */
export function limitLists(db: Db, limit: Limit): void {
  limits.set(db.getExecutor().adapter, limit);
}

const limitOf = (db: Db) => limits.get(db.getExecutor().adapter);

/** The function of SQLite that ends a query: it throws once the time is over. */
export const clockOfSqlite = {
  name: 'in_time',
  test: (until: number): 1 => {
    if (performance.now() > until) throw timedOut();
    return 1;
  },
} as const;

/**
 * A query of a list that ends itself in SQLite, which runs in this very thread and cannot be called
 * off from outside: it looks at the clock at every 256th id, since asking costs more than a row, and
 * before any other test, since tests are made in their order until one fails.
 */
export function inTime<DB, T extends keyof DB, O>(
  db: Db,
  query: SelectQueryBuilder<DB, T, O>,
  id: OperationNode,
): SelectQueryBuilder<DB, T, O> {
  const test = clockTest(db, { expressionType: undefined, toOperationNode: () => id });
  if (test === undefined) return query;
  return query.withPlugin({
    transformQuery: ({ node }) => (SelectQueryNode.is(node) ? testedFirst(node, test) : node),
    transformResult: async ({ result }) => result,
  });
}

/** Undefined where nothing has to look at the clock. */
function clockTest(db: Db, id: Expression<unknown>): RawBuilder<SqlBool> | undefined {
  const limit = limitOf(db);
  if (limit === undefined || limit.timed !== undefined) return undefined;
  const until = performance.now() + limit.ms;
  return sql<SqlBool>`((${id} & 255) <> 0 or ${sql.raw(clockOfSqlite.name)}(${until}))`;
}

/**
 * The same test for a table deep in a query, of whose rows few may reach the outermost condition:
 * true for every id, until the time is over.
 */
export const whileInTime = (db: Db, id: string): RawBuilder<SqlBool> =>
  clockTest(db, sql.ref(id)) ?? sql<SqlBool>`1 = 1`;

function testedFirst(node: SelectQueryNode, test: RawBuilder<unknown>): SelectQueryNode {
  const first = WhereNode.create(test.toOperationNode());
  const others = node.where?.where;
  return {
    ...node,
    where: others === undefined ? first : WhereNode.cloneWithOperation(first, 'And', others),
  };
}

/** Runs the query of a list where what takes too long is ended; in a transaction it stays there. */
export async function runInTime<R>(db: Db, query: { compile(): CompiledQuery<R> }): Promise<R[]> {
  const place = db.isTransaction ? db : (limitOf(db)?.timed ?? db);
  return (await place.executeQuery(query.compile()).catch(refuseLate)).rows;
}

function refuseLate(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  throw code === '57014' ? timedOut() : error;
}
