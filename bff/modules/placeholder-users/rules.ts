import type { Page } from '#contract/common.ts';
import { actingUser, type Ctx, now, type User } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import { addStandIn } from '../users/stand-in-rules.ts';
import type { Group } from '../groups/rules.ts';
import {
  countContributions,
  insertMembership,
  insertSourceUser,
  listByIdentifiers,
  listOpenImports,
  listPeople,
  listSourceUsers,
  listStandIns,
  listTaken,
  listUnassigned,
  type OpenImport,
  type SourceUser,
  type SourceUserFilter,
} from './repository.ts';

export type { OpenImport, SourceUser } from './repository.ts';

/** One page of the people of a group's imports. */
export const peoplePage = (
  ctx: Ctx,
  group: Group,
  filter: SourceUserFilter & { paging: Slice },
): Promise<Page<SourceUser>> => listPeople(ctx.db, group.id, filter);

/** One page of the users who stand for people of a group's imports. */
export const standInPage = (ctx: Ctx, group: Group, paging: Slice): Promise<Page<SourceUser>> =>
  listStandIns(ctx.db, group.id, paging);

/** How much carries the names of these users. */
export const contributionsOf = (
  ctx: Ctx,
  userIds: readonly (number | null)[],
): Promise<ReadonlyMap<number, number>> =>
  countContributions(
    ctx.db,
    userIds.filter((id) => id !== null),
  );

/** People of a group by id; 404 where one of them is not there. */
export async function getSourceUsers(
  ctx: Ctx,
  group: Group,
  ids: readonly number[],
): Promise<SourceUser[]> {
  const wanted = [...new Set(ids)];
  const rows = await listSourceUsers(ctx.db, group.id, wanted);
  if (rows.length < wanted.length) throw notFound('Source User');
  return rows;
}

/** People of a group that carry one of these identifiers, of any source. */
export const sourceUsersOf = (
  ctx: Ctx,
  groupId: number,
  identifiers: readonly string[],
): Promise<SourceUser[]> => listByIdentifiers(ctx.db, groupId, identifiers);

/** Whose work already goes to one of these users. */
export const takenBy = (
  ctx: Ctx,
  groupId: number,
  userIds: readonly number[],
): Promise<SourceUser[]> => listTaken(ctx.db, groupId, userIds);

/** Groups that the caller owns with people of imports who are not settled. */
export const openImportsOf = (ctx: Ctx): Promise<OpenImport[]> =>
  listOpenImports(ctx.db, actingUser(ctx).id);

/** Those who wait for a user, some at a time. */
export async function* unassignedOf(ctx: Ctx, group: Group): AsyncGenerator<SourceUser[]> {
  for (let after = 0; ; ) {
    const rows = await listUnassigned(ctx.db, group.id, { after, limit: 1000 });
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.id ?? 0;
  }
}

/** Somebody of another server. */
export interface Stranger {
  groupId: number;
  hostname: string;
  importType: string;
  identifier: string;
  name: string;
  username: string;
}

/** Somebody of an import with the user who stands for them. Call inside `transact`. */
export async function knownStranger(ctx: Ctx, stranger: Stranger): Promise<SourceUser> {
  const known = await find(ctx, stranger);
  if (known !== undefined) return known;
  const time = now(ctx);
  const standIn = await addStandIn(ctx, {
    name: `Placeholder ${stranger.name || stranger.username || stranger.identifier}`,
    username: stranger.username || 'user',
    user_type: 'placeholder',
  });
  const row = await insertSourceUser(ctx.db, {
    group_id: stranger.groupId,
    source_hostname: stranger.hostname,
    import_type: stranger.importType,
    source_user_identifier: stranger.identifier,
    source_name: stranger.name,
    source_username: stranger.username,
    placeholder_user_id: standIn.id,
    reassign_to_user_id: null,
    reassigned_by_user_id: null,
    token_sha256: null,
    encrypted_token: null,
    reassignment_error: null,
    created_at: time,
    updated_at: time,
  });
  // Somebody else was faster: the transaction fails, and its import tries again.
  if (row === undefined) throw new Error('somebody of an import came twice at the same time');
  return row;
}

async function find(ctx: Ctx, stranger: Stranger): Promise<SourceUser | undefined> {
  const rows = await listByIdentifiers(ctx.db, stranger.groupId, [stranger.identifier]);
  return rows.find(
    (row) =>
      row.source_hostname === stranger.hostname &&
      row.import_type === stranger.importType &&
      row.source_user_identifier === stranger.identifier,
  );
}

/** Notes a role of somebody, for whoever takes over; true where it is new. Call inside `transact`. */
export const noteMembership = (
  ctx: Ctx,
  row: SourceUser,
  role: {
    source: { type: 'Namespace' | 'Project'; id: number };
    access_level: number;
    expires_at: string | null;
  },
): Promise<boolean> =>
  insertMembership(ctx.db, {
    source_user_id: row.id,
    source_type: role.source.type,
    source_id: role.source.id,
    access_level: role.access_level,
    expires_at: role.expires_at,
  });

/** Is this a person who may sign in and act? */
export const isActiveHuman = (user: User): boolean =>
  user.state === 'active' && user.bot === 0 && user.user_type === 'human';
/** Who carries the work of somebody: their placeholder, or who has taken it over. */
export const bearerOf = (row: SourceUser): number | null =>
  row.status === 'completed' || row.status === 'reassignment_in_progress'
    ? row.reassign_to_user_id
    : row.placeholder_user_id;
