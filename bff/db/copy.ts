import { sql } from 'kysely';
import type { Db } from './open.ts';

/** Commits no longer wait for the disk: for a database that is thrown away after a power loss. */
export async function hurry(db: Db): Promise<void> {
  await sql`pragma synchronous = off`.execute(db);
}

/** Writes an SQLite database, as it is at this moment, to a new file. */
export async function saveCopy(db: Db, file: string): Promise<void> {
  await sql`vacuum into ${file}`.execute(db);
}
