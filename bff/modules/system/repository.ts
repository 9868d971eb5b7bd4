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

/** What SQLite itself finds wrong in its file; PostgreSQL looks after its own. */
export async function databaseDamage(db: Db, dialect: Dialect): Promise<string[]> {
  if (dialect !== 'sqlite') return [];
  const { rows } = await sql<{ problem: string }>`
    select integrity_check as problem from pragma_integrity_check
    where integrity_check <> 'ok'
    union all
    select 'a row of ' || "table" || ' names a row of ' || parent || ' that is gone'
    from pragma_foreign_key_check`.execute(db);
  return rows.map((row) => row.problem);
}

/** Projects by id, those after one of them. */
export const listProjectsAfter = (
  db: Db,
  id: number,
): Promise<{ id: number; full_path: string }[]> =>
  db
    .selectFrom('projects')
    .select(['id', 'full_path'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(100)
    .execute();

/** One stored secret of each kind and each key that it was encrypted by. */
export async function listSecretSamples(db: Db): Promise<{ kind: string; stored: string }[]> {
  const { rows } = await sql<{ kind: string; stored: string }>`
    select 'sessions' as kind, min(encrypted_token) as stored from sessions
    group by substr(encrypted_token, 1, 8)
    union all
    select 'second factors' as kind, min(otp_secret) as stored from users
    where otp_secret is not null group by substr(otp_secret, 1, 8)
    union all
    select 'pipeline variables' as kind, min(encrypted_value) as stored from pipeline_variables
    group by substr(encrypted_value, 1, 8)
    union all
    select 'variables of schedules' as kind, min(encrypted_value) as stored
    from pipeline_schedule_variables group by substr(encrypted_value, 1, 8)
    union all
    select 'trigger tokens' as kind, min(encrypted_token) as stored from pipeline_triggers
    group by substr(encrypted_token, 1, 8)
    union all
    select 'mail server' as kind, password as stored from mail_settings where password is not null
    union all
    select 'integrations' as kind, min(encrypted_secrets) as stored from integrations
    where encrypted_secrets is not null group by substr(encrypted_secrets, 1, 8)
    union all
    select 'signing secrets' as kind, min(encrypted_signing_secret) as stored
    from integration_health where encrypted_signing_secret is not null
    group by substr(encrypted_signing_secret, 1, 8)
    union all
    select 'external controls' as kind, min(encrypted_secret) as stored from external_controls
    group by substr(encrypted_secret, 1, 8)
    union all
    select 'reassignments' as kind, min(encrypted_token) as stored from import_source_users
    where encrypted_token is not null group by substr(encrypted_token, 1, 8)`.execute(db);
  return rows;
}
