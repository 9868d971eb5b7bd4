import { accessLevels } from '#contract/abilities.ts';
import type { Db } from '../../db/open.ts';
import type { Row } from '../../db/schema.ts';

const mostAtOnce = 100;
const mostKeepers = 50;

/** Some of the projects in which nothing has happened since a time, by id. */
export const listIdleProjects = (
  db: Db,
  of: { idleSince: string; after: number },
): Promise<Row<'projects'>[]> =>
  db
    .selectFrom('projects')
    .selectAll()
    .where('last_activity_at', '<', of.idleSince)
    .where('id', '>', of.after)
    .orderBy('id')
    .limit(mostAtOnce)
    .execute();

/** Notes that the people of a project were told. */
export async function noteWarning(db: Db, id: number, time: string): Promise<void> {
  await db.updateTable('projects').set({ inactive_warned_at: time }).where('id', '=', id).execute();
}

/**
 * Holds a project until the transaction ends, where it was told in time and nothing has happened in
 * it since; undefined where it is kept.
 */
export const claimForgotten = (
  db: Db,
  id: number,
  of: { idleSince: string; toldSince: string },
): Promise<Row<'projects'> | undefined> =>
  db
    .updateTable('projects')
    .set((e) => ({ inactive_warned_at: e.ref('inactive_warned_at') }))
    .where('id', '=', id)
    .where('last_activity_at', '<', of.idleSince)
    .where('inactive_warned_at', '<=', of.toldSince)
    .whereRef('inactive_warned_at', '>=', 'last_activity_at')
    .returningAll()
    .executeTakeFirst();

/** Addresses of some of the active people who look after a project. */
export async function listKeeperEmails(db: Db, project: { id: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('project_authorizations')
    .innerJoin('users', 'users.id', 'project_authorizations.user_id')
    .select('users.email')
    .where('project_authorizations.project_id', '=', project.id)
    .where('project_authorizations.access_level', '>=', accessLevels.maintainer)
    .where('users.state', '=', 'active')
    .where('users.bot', '=', 0)
    .orderBy('users.id')
    .limit(mostKeepers)
    .execute();
  return rows.map(({ email }) => email);
}
