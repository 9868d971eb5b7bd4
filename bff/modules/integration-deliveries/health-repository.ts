import type { Db } from '../../db/open.ts';
import type { Change, Row } from '../../db/schema.ts';

export type HealthRow = Row<'integration_health'>;

export const findHealth = (db: Db, integrationId: number): Promise<HealthRow | undefined> =>
  db
    .selectFrom('integration_health')
    .selectAll()
    .where('integration_id', '=', integrationId)
    .executeTakeFirst();

/** Makes the row where it is missing. */
export async function ensureHealth(db: Db, integrationId: number): Promise<void> {
  await db
    .insertInto('integration_health')
    .values({ integration_id: integrationId })
    .onConflict((conflict) => conflict.column('integration_id').doNothing())
    .execute();
}

/** Counts one more failed event. */
export const countFailure = (db: Db, integrationId: number): Promise<HealthRow> =>
  db
    .updateTable('integration_health')
    .set((e) => ({ failures: e('failures', '+', 1) }))
    .where('integration_id', '=', integrationId)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Changes how an integration does. */
export async function updateHealth(
  db: Db,
  integrationId: number,
  change: Change<'integration_health'>,
): Promise<void> {
  await db
    .updateTable('integration_health')
    .set(change)
    .where('integration_id', '=', integrationId)
    .execute();
}

/** Writes a signing secret unless there is one, or whatever there is where `replaces` says so. */
export async function setSigningSecret(
  db: Db,
  integrationId: number,
  { encrypted, replaces }: { encrypted: string; replaces: boolean },
): Promise<void> {
  await db
    .updateTable('integration_health')
    .set({ encrypted_signing_secret: encrypted })
    .where('integration_id', '=', integrationId)
    .$if(!replaces, (query) => query.where('encrypted_signing_secret', 'is', null))
    .execute();
}

/** Addresses of the people who own where an integration is set up: a group's, a project's, or all administrators. */
export async function listOwnerAddresses(
  db: Db,
  at: { groupId: number | null; projectId: number | null },
): Promise<string[]> {
  if (at.projectId !== null) {
    const rows = await db
      .selectFrom('project_authorizations as a')
      .innerJoin('users as u', 'u.id', 'a.user_id')
      .select('u.email')
      .where('a.project_id', '=', at.projectId)
      .where('a.access_level', '=', 50)
      .where('u.state', '=', 'active')
      .orderBy('u.id')
      .execute();
    return rows.map((row) => row.email);
  }
  if (at.groupId !== null) {
    const rows = await db
      .selectFrom('members as m')
      .innerJoin('namespace_ancestors as n', 'n.ancestor_id', 'm.source_id')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select('u.email')
      .distinct()
      .where('m.source_type', '=', 'Namespace')
      .where('n.namespace_id', '=', at.groupId)
      .where('m.access_level', '=', 50)
      .where('u.state', '=', 'active')
      .orderBy('u.email')
      .execute();
    return rows.map((row) => row.email);
  }
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('is_admin', '=', 1)
    .where('state', '=', 'active')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.email);
}
