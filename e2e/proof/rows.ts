import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { Instance } from './instance.ts';

export type Row = Readonly<Record<string, string | number | null>>;

/** The rows behind an instance, read past the server. */
export interface Rows {
  all(sql: string): Promise<Row[]>;
  close(): Promise<void>;
}

/** Opens the database of an instance beside its server. */
export async function openRows({ dataDir, databaseUrl }: Instance): Promise<Rows> {
  if (databaseUrl === undefined) {
    const db = new Sqlite(join(dataDir, 'quarterdeck.sqlite'), { readonly: true });
    return {
      // Columns hold text, numbers and null; none of bytes is asked for.
      all: async (sql) => db.prepare(sql).all() as Row[],
      close: async () => {
        db.close();
      },
    };
  }
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return {
    all: async (sql) => (await client.query<Row>(sql)).rows,
    close: () => client.end(),
  };
}
