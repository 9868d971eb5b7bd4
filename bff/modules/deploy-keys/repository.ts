import type { SelectQueryBuilder } from 'kysely';
import { accessLevels } from '#contract/abilities.ts';
import type { Page } from '#contract/common.ts';
import type { Viewer } from '../../access.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import { containsLower } from '../../db/portable.ts';
import type { Change, NewRow, Row, Tables } from '../../db/schema.ts';

export type DeployKeyRow = Row<'ssh_keys'>;
export type Link = Row<'deploy_keys_projects'>;

export const insertLink = (db: Db, row: NewRow<'deploy_keys_projects'>): Promise<Link> =>
  db.insertInto('deploy_keys_projects').values(row).returningAll().executeTakeFirstOrThrow();

/** The link of a key to a project. */
export const findLink = (
  db: Db,
  of: { key_id: number; project_id: number },
): Promise<Link | undefined> =>
  db
    .selectFrom('deploy_keys_projects')
    .selectAll()
    .where('deploy_key_id', '=', of.key_id)
    .where('project_id', '=', of.project_id)
    .executeTakeFirst();

export const updateLink = (
  db: Db,
  id: number,
  change: Change<'deploy_keys_projects'>,
): Promise<Link> =>
  db
    .updateTable('deploy_keys_projects')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Takes a key from a project. */
export async function deleteLink(db: Db, id: number): Promise<void> {
  await db.deleteFrom('deploy_keys_projects').where('id', '=', id).execute();
}

/** Holds a deploy key until the transaction ends; undefined where it is gone. */
export const holdDeployKey = (db: Db, id: number): Promise<DeployKeyRow | undefined> =>
  db
    .updateTable('ssh_keys')
    .set((e) => ({ title: e.ref('title') }))
    .where('id', '=', id)
    .where('kind', '=', 'deploy')
    .returningAll()
    .executeTakeFirst();

export const updateKey = (db: Db, id: number, change: Change<'ssh_keys'>): Promise<DeployKeyRow> =>
  db
    .updateTable('ssh_keys')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** In how many projects keys are, by key. */
export async function countLinks(db: Db, keyIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('deploy_keys_projects')
    .select((e) => ['deploy_key_id', e.fn.countAll<number>().as('count')])
    .where('deploy_key_id', 'in', [...keyIds, 0])
    .groupBy('deploy_key_id')
    .execute();
  return new Map(rows.map((row) => [row.deploy_key_id, Number(row.count)]));
}

/** Private keys that this project alone has. */
export async function listKeysOfProjectAlone(db: Db, projectId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('deploy_keys_projects as here')
    .innerJoin('ssh_keys', 'ssh_keys.id', 'here.deploy_key_id')
    .select('ssh_keys.id')
    .where('here.project_id', '=', projectId)
    .where('ssh_keys.public', '=', 0)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('deploy_keys_projects as other')
            .select('other.id')
            .whereRef('other.deploy_key_id', '=', 'ssh_keys.id')
            .where('other.project_id', '!=', projectId),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

type Keys<O> = SelectQueryBuilder<Tables, 'ssh_keys', O>;

const deployKeys = (db: Db) => db.selectFrom('ssh_keys').where('ssh_keys.kind', '=', 'deploy');

/** Those that a viewer may enable anywhere: public ones, and those of projects that they maintain. */
const accessibleTo =
  (viewer: Viewer) =>
  <O>(keys: Keys<O>): Keys<O> => {
    if (viewer.admin) return keys;
    return keys.where((e) =>
      e.or([
        e('ssh_keys.public', '=', 1),
        e.exists(
          e
            .selectFrom('deploy_keys_projects as link')
            .innerJoin('project_authorizations as role', 'role.project_id', 'link.project_id')
            .select('link.id')
            .whereRef('link.deploy_key_id', '=', 'ssh_keys.id')
            .where('role.user_id', '=', viewer.userId ?? 0)
            .where('role.access_level', '>=', accessLevels.maintainer),
        ),
      ]),
    );
  };

const inProject =
  (projectId: number, isIn: boolean) =>
  <O>(keys: Keys<O>): Keys<O> =>
    keys.where((e) => {
      const linked = e.exists(
        e
          .selectFrom('deploy_keys_projects as link')
          .select('link.id')
          .whereRef('link.deploy_key_id', '=', 'ssh_keys.id')
          .where('link.project_id', '=', projectId),
      );
      return isIn ? linked : e.not(linked);
    });

const matching =
  (search: string | undefined) =>
  <O>(keys: Keys<O>): Keys<O> =>
    search === undefined || search.trim() === ''
      ? keys
      : keys.where((e) =>
          e.or([
            containsLower(e.ref('ssh_keys.title_lower'), search.trim()),
            e('ssh_keys.fingerprint_sha256', '=', search.trim()),
            e('ssh_keys.fingerprint', '=', search.trim().toLowerCase()),
          ]),
        );

/** One page of the keys that pass every filter, in the order in which they were made. */
const page = (
  db: Db,
  filters: readonly (<O>(keys: Keys<O>) => Keys<O>)[],
  paging: Slice,
): Promise<Page<DeployKeyRow>> => {
  const filtered = <O>(keys: Keys<O>) => filters.reduce((rest, filter) => filter(rest), keys);
  return pageOf(
    db,
    filtered(deployKeys(db).selectAll('ssh_keys')).orderBy('ssh_keys.id'),
    filtered(deployKeys(db).select('ssh_keys.id')),
    paging,
  );
};

/** Deploy keys of a project, or those that the viewer could enable in it. */
export const listForProject = (
  db: Db,
  of: { projectId: number; scope: 'enabled' | 'available'; viewer: Viewer; search?: string },
  paging: Slice,
): Promise<Page<DeployKeyRow>> =>
  page(
    db,
    of.scope === 'enabled'
      ? [inProject(of.projectId, true), matching(of.search)]
      : [inProject(of.projectId, false), accessibleTo(of.viewer), matching(of.search)],
    paging,
  );

/** Which deploy keys of the instance are asked for. */
export interface InventoryFilter {
  public?: boolean | undefined;
  search?: string | undefined;
  access?: 'all' | 'write' | 'read' | 'none';
  /** Not used since then, nor made. */
  unusedSince?: string;
  /** Their last instant lies in this span. */
  expires?: { after?: string; until: string };
}

/** Deploy keys of the instance. */
export const listInventory = (
  db: Db,
  filter: InventoryFilter,
  paging: Slice,
): Promise<Page<DeployKeyRow>> => page(db, inventoryFilters(filter), paging);

function inventoryFilters(filter: InventoryFilter): (<O>(keys: Keys<O>) => Keys<O>)[] {
  const { public: isPublic, access = 'all', unusedSince, expires } = filter;
  const filters: (<O>(keys: Keys<O>) => Keys<O>)[] = [matching(filter.search)];
  if (isPublic !== undefined) {
    filters.push((keys) => keys.where('ssh_keys.public', '=', isPublic ? 1 : 0));
  }
  if (access !== 'all') filters.push(linkedFor(access));
  if (unusedSince !== undefined) {
    filters.push((keys) =>
      keys
        .where('ssh_keys.created_at', '<', unusedSince)
        .where((e) =>
          e.or([
            e('ssh_keys.last_used_at', 'is', null),
            e('ssh_keys.last_used_at', '<', unusedSince),
          ]),
        ),
    );
  }
  if (expires !== undefined) {
    filters.push((keys) => {
      const ended = keys.where('ssh_keys.expires_at', '<=', expires.until);
      return expires.after === undefined
        ? ended
        : ended.where('ssh_keys.expires_at', '>', expires.after);
    });
  }
  return filters;
}

const linkedFor =
  (access: 'write' | 'read' | 'none') =>
  <O>(keys: Keys<O>): Keys<O> =>
    keys.where((e) => {
      const links = e
        .selectFrom('deploy_keys_projects as link')
        .select('link.id')
        .whereRef('link.deploy_key_id', '=', 'ssh_keys.id');
      if (access === 'none') return e.not(e.exists(links));
      return e.exists(links.where('link.can_push', '=', access === 'write' ? 1 : 0));
    });

/** Keys of the projects in which both users have a role, the viewer as one who maintains them. */
export const listShared = (
  db: Db,
  of: { userId: number; viewer: Viewer },
  paging: Slice,
): Promise<Page<DeployKeyRow>> => {
  const shared = <O>(keys: Keys<O>): Keys<O> =>
    keys.where((e) =>
      e.exists(
        e
          .selectFrom('deploy_keys_projects as link')
          .innerJoin('project_authorizations as mine', 'mine.project_id', 'link.project_id')
          .innerJoin('project_authorizations as theirs', 'theirs.project_id', 'link.project_id')
          .select('link.id')
          .whereRef('link.deploy_key_id', '=', 'ssh_keys.id')
          .where('mine.user_id', '=', of.viewer.userId ?? 0)
          .where('mine.access_level', '>=', of.viewer.admin ? 0 : accessLevels.maintainer)
          .where('theirs.user_id', '=', of.userId),
      ),
    );
  return page(db, [shared], paging);
};

/** A deploy key that a viewer may enable. */
export const findAccessible = (
  db: Db,
  viewer: Viewer,
  id: number,
): Promise<DeployKeyRow | undefined> =>
  accessibleTo(viewer)(deployKeys(db).selectAll('ssh_keys'))
    .where('ssh_keys.id', '=', id)
    .executeTakeFirst();

/** Links of several keys, to one project where it is given. */
export const listLinks = (
  db: Db,
  keyIds: readonly number[],
  projectId?: number,
): Promise<Link[]> => {
  const links = db
    .selectFrom('deploy_keys_projects')
    .selectAll()
    .where('deploy_key_id', 'in', [...keyIds, 0])
    .orderBy('id');
  return (projectId === undefined ? links : links.where('project_id', '=', projectId)).execute();
};

/** Roles of several users in a project. */
export async function listLevels(
  db: Db,
  projectId: number,
  userIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('project_authorizations')
    .select(['user_id', 'access_level'])
    .where('project_id', '=', projectId)
    .where('user_id', 'in', [...userIds, 0])
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.access_level]));
}
