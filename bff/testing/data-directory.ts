import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../db/open.ts';
import { listRefs } from '../git/refs.ts';
import { hashedPath } from '../git/repository.ts';

/** Columns that hold secrets, or name processes and requests. */
const secret = /hash|token_sha256|seal|encrypted|lease|lock_token|request_id/;

/** A link that a mail has is a secret. */
const withoutLinks = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll(/\/reassignments\/[\w-]{32}/g, '') : value;

/** All rows of all tables, and all refs, of a data directory. */
export async function contentsOf(dataDir: string): Promise<unknown> {
  const { db, close } = openDatabase({ file: join(dataDir, 'quarterdeck.sqlite') });
  try {
    const { rows: tables } = await sql<{ name: string }>`
      select name from sqlite_master where type = 'table' order by name`.execute(db);
    const found: Record<string, unknown> = {};
    for (const { name } of tables) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
        db,
      );
      found[name] = rows.map((row) =>
        Object.entries(row)
          .filter(([column]) => name !== 'jobs' && !secret.test(column))
          .map(([column, value]) => [column, withoutLinks(value)]),
      );
    }
    const { rows: projects } = await sql<{ id: number }>`select id from projects`.execute(db);
    for (const { id } of projects) {
      found[`refs of ${id}`] = await listRefs(join(dataDir, 'repositories', hashedPath(id)), [
        'refs/heads/',
        'refs/tags/',
        'refs/merge-requests/',
        'refs/keep-around/',
      ]);
    }
    return found;
  } finally {
    await close();
  }
}
