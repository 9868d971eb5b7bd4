import { accessLevels } from '#contract/abilities.ts';
import type { Db } from '../../db/open.ts';
import type { Row } from '../../db/schema.ts';

export type DeployKeyRow = Row<'ssh_keys'>;

const mostAtOnce = 100;
const mostPeople = 200;

/** Some of the keys that end in a span and of which nobody was told. */
export const listEnding = (
  db: Db,
  span: { after: string; until: string },
): Promise<DeployKeyRow[]> =>
  db
    .selectFrom('ssh_keys')
    .selectAll()
    .where('kind', 'in', ['deploy', 'user'])
    .where('expires_at', '>', span.after)
    .where('expires_at', '<=', span.until)
    .where('expiry_told_at', 'is', null)
    .orderBy('id')
    .limit(mostAtOnce)
    .execute();

/** Notes that people are told; false where another did it. */
export async function claimEnding(db: Db, id: number, time: string): Promise<boolean> {
  const row = await db
    .updateTable('ssh_keys')
    .set({ expiry_told_at: time })
    .where('id', '=', id)
    .where('expiry_told_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Addresses of whoever is told: a key's owner, or the Maintainers of the projects that it opens. */
export const listWarned = (
  db: Db,
  key: DeployKeyRow,
): Promise<{ email: string; full_path: string | null }[]> => {
  if (key.kind === 'user') {
    return db
      .selectFrom('users')
      .select((e) => ['users.email', e.val<string | null>(null).as('full_path')])
      .where('users.id', '=', key.user_id ?? 0)
      .where('users.state', '=', 'active')
      .execute();
  }
  return db
    .selectFrom('deploy_keys_projects as link')
    .innerJoin('projects', 'projects.id', 'link.project_id')
    .innerJoin('project_authorizations as role', 'role.project_id', 'link.project_id')
    .innerJoin('users', 'users.id', 'role.user_id')
    .select(['users.email', 'projects.full_path'])
    .where('link.deploy_key_id', '=', key.id)
    .where('role.access_level', '>=', accessLevels.maintainer)
    .where('users.state', '=', 'active')
    .where('users.bot', '=', 0)
    .orderBy('users.id')
    .orderBy('projects.full_path')
    .limit(mostPeople)
    .execute();
};
