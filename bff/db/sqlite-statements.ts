import type Sqlite from 'better-sqlite3';
import type { SqliteStatement } from 'kysely';

/** Lists name their ids one by one, so that there are many texts of one statement. */
const mostPrepared = 500;

interface Prepared extends SqliteStatement {
  readonly busy: boolean;
}

/** Preparing costs as much as running a small statement: each text is prepared once. */
export function preparedOnce(sqlite: Sqlite.Database): (text: string) => SqliteStatement {
  const prepared = new Map<string, Prepared>();
  return (text) => {
    // What selects all columns was prepared for those that were there.
    if (/^\s*(create|alter|drop)\b/i.test(text)) prepared.clear();
    const known = prepared.get(text);
    // A statement that is being read row by row cannot be run a second time meanwhile.
    if (known?.busy) return prepare(sqlite, text);
    const statement = known ?? prepare(sqlite, text);
    prepared.delete(text);
    prepared.set(text, statement);
    const [oldest] = prepared.keys();
    if (prepared.size > mostPrepared && oldest !== undefined) prepared.delete(oldest);
    return statement;
  };
}

type Values = readonly unknown[];

/** Names of the columns, and a row without values. */
interface Shape {
  readonly names: readonly string[];
  readonly empty: Readonly<Record<string, unknown>>;
}

function shapeOf(statement: Sqlite.Statement<unknown[], Values>): Shape {
  const names = statement.columns().map(({ name }) => name);
  // V8 makes copies of what it has parsed as compact objects; one that is put together name by name
  // becomes a hash table, which takes ten times the room and twice the time to read.
  const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, null])));
  return { names, empty: JSON.parse(text) as Record<string, unknown> };
}

/**
 * A statement that reads its rows as lists and gives them their names here: the objects that the
 * driver makes cost more than everything else of a page.
 */
function prepare(sqlite: Sqlite.Database, text: string): Prepared {
  const statement = sqlite.prepare<unknown[], Values>(text);
  if (!statement.reader) return statement;
  statement.raw();
  let shape = shapeOf(statement);
  const named = (values: Values): Record<string, unknown> => {
    // Another process changed the table: what selects all columns has others now.
    if (values.length !== shape.names.length) shape = shapeOf(statement);
    const { names, empty } = shape;
    const row = { ...empty };
    // By number: it runs for every value that is read.
    for (let at = 0; at < names.length; at++) row[names[at] ?? ''] = values[at];
    return row;
  };
  return {
    reader: true,
    get busy() {
      return statement.busy;
    },
    all: (parameters) => statement.all(parameters).map(named),
    run: (parameters) => statement.run(parameters),
    *iterate(parameters) {
      for (const values of statement.iterate(parameters)) yield named(values);
    },
  };
}
