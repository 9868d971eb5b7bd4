import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Dialect } from './columns.ts';
import type { Db } from './open.ts';
import { containsLower, containsWord } from './portable.ts';

/** Tables whose titles and descriptions are indexed by every three letters in a row. */
type SearchedTable = 'merge_requests' | 'issues';
type Column = 'title' | 'description';

/** Words, in lower case, each of which has to occur in one of the columns. */
export interface Search {
  words: readonly string[];
  columns: readonly Column[];
  /** Words under three letters match whole words, or any part of one. */
  short: 'whole' | 'part';
  /** The index tells few rows: they are looked up, so that not all are read. */
  few: boolean;
}

type Condition = RawBuilder<SqlBool>;

/** No index has shorter words. */
const isLong = (word: string) => [...word].length >= 3;

/** Whether an index has one of the words. */
export const isIndexed = ({ words }: Search): boolean => words.some(isLong);

/** Rows in which each word occurs. */
export function hasWords(table: SearchedTable, search: Search): Condition {
  const { words, columns, short, few } = search;
  const long = words.filter(isLong);
  const tested = few ? words.filter((word) => !isLong(word)) : words;
  const tests = tested.map((word) => {
    const contains = isLong(word) || short === 'part' ? containsLower : containsWord;
    const either = columns.map((name) => contains(sql.ref<string>(`${table}.${name}_lower`), word));
    return sql<SqlBool>`(${sql.join(either, sql` or `)})`;
  });
  if (few) tests.unshift(sql`${sql.ref(`${table}.id`)} in (${idsWith(table, long, columns)})`);
  return sql<SqlBool>`(${sql.join(tests, sql` and `)})`;
}

/** More words than anybody types; each costs a look-up. */
const mostWords = 20;
/** Rows that are looked up one by one rather than found by reading all. */
const fewRows = 5000;

/** The search that a list is asked for; undefined where its text has no word. */
export async function searchOf(
  { db, dialect }: { db: Db; dialect: Dialect },
  table: SearchedTable,
  asked: { search?: string; in?: readonly Column[]; short?: Search['short'] },
): Promise<Search | undefined> {
  const text = asked.search?.toLowerCase() ?? '';
  const words = [...new Set(text.split(/\s+/).filter(Boolean))].slice(0, mostWords);
  if (words.length === 0) return undefined;
  const columns = asked.in?.length ? asked.in : (['title', 'description'] as const);
  const search = { words, columns, short: asked.short ?? ('whole' as const) };
  const long = words.filter(isLong);
  // PostgreSQL uses its index by itself.
  if (dialect !== 'sqlite' || long.length === 0) return { ...search, few: false };
  const ids = idsWith(table, long, columns);
  const { rows } = await sql`${ids} limit 1 offset ${fewRows}`.execute(db);
  return { ...search, few: rows.length === 0 };
}

/** Ids by the index of SQLite; a word is taken letter by letter, whatever signs it holds. */
function idsWith(table: SearchedTable, words: readonly string[], columns: readonly Column[]) {
  const index = sql.table(`${table}_text`);
  const all = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
  const query = `{${columns.map((name) => `${name}_lower`).join(' ')}} : (${all})`;
  return sql<{ id: number }>`select rowid as id from ${index} where ${index} match ${query}`;
}
