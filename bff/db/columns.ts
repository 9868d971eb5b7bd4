import { type ColumnDefinitionBuilder, type CreateTableBuilder, sql } from 'kysely';

export type Dialect = 'sqlite' | 'postgres';

type Build = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
const same: Build = (column) => column;

/** Column types of both databases: integers, text that sorts by code point, bytes, ids. */
export function columnsOf(dialect: Dialect) {
  const sqlite = dialect === 'sqlite';
  return {
    int8: sqlite ? sql`integer` : sql`bigint`,
    text: sqlite ? sql`text` : sql`text collate "C"`,
    bytes: sqlite ? sql`blob` : sql`bytea`,
    /** Adds `id`, never reused. */
    id: <T extends string, C extends string>(table: CreateTableBuilder<T, C>) =>
      sqlite
        ? table.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement().notNull())
        : table.addColumn('id', 'bigint', (c) => c.primaryKey().generatedByDefaultAsIdentity()),
  };
}

/** Not null, with a default where given. */
export const required =
  (fallback?: string | number, build: Build = same): Build =>
  (column) =>
    build(fallback === undefined ? column.notNull() : column.notNull().defaultTo(fallback));

/** A foreign key whose rows go with their parent. */
export const owned =
  (target: string): Build =>
  (column) =>
    column.notNull().references(target).onDelete('cascade');

/** A foreign key that is cleared when its target goes. */
export const loose =
  (target: string): Build =>
  (column) =>
    column.references(target).onDelete('set null');
