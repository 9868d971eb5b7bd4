import { sql } from 'kysely';
import type { Dialect } from '../../db/columns.ts';
import type { Db } from '../../db/open.ts';

/** Asks the database anything: rejects where it is out of reach. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/** The version of the database as it names it. */
export async function databaseVersion(db: Db, dialect: Dialect): Promise<string> {
  const ask =
    dialect === 'sqlite'
      ? sql<{ version: string }>`select sqlite_version() as version`
      : sql<{ version: string }>`select current_setting('server_version') as version`;
  return (await ask.execute(db)).rows[0]?.version ?? '';
}

/** How much the instance holds. */
export async function countPlaces(
  db: Db,
): Promise<{ users: number; groups: number; projects: number }> {
  return db
    .selectNoFrom((e) => [
      e
        .selectFrom('users')
        .select((s) => s.fn.countAll<number>().as('n'))
        .as('users'),
      e
        .selectFrom('namespaces')
        .select((s) => s.fn.countAll<number>().as('n'))
        .where('kind', '=', 'group')
        .as('groups'),
      e
        .selectFrom('projects')
        .select((s) => s.fn.countAll<number>().as('n'))
        .as('projects'),
    ])
    .executeTakeFirstOrThrow()
    .then(({ users, groups, projects }) => ({
      users: users ?? 0,
      groups: groups ?? 0,
      projects: projects ?? 0,
    }));
}
