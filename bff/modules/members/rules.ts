import { accessLevels } from '#contract/abilities.ts';
import type { Page } from '#contract/common.ts';
import type { EventName } from '#contract/event-names.ts';
import {
  actingUser,
  actingUserId,
  type Ctx,
  isAdministrator,
  now,
  transact,
  type User,
} from '../../context.ts';
import { isUniqueViolation } from '../../db/portable.ts';
import { badParameters, conflict, forbidden, invalid, notFound } from '../../errors.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { audit } from '../audit/rules.ts';
import { findUserByIdOrUsername } from '../users/rules.ts';
import {
  countOwners,
  deleteMember,
  findMember,
  insertMember,
  isAboveGuest,
  listExpired,
  listJoined,
  listMembers,
  listPeopleOfProject,
  type MemberFilter,
  type MemberRow,
  namespaceLevel,
  listProjectLevels,
  projectLevel,
  rebuildProject,
  rebuildUnderNamespace,
  type Source,
  updateMember,
} from './repository.ts';

export type { MemberRow, Source } from './repository.ts';

const givable: readonly number[] = [5, 10, 15, 20, 30, 40, 50];

/** The caller's highest role in a source, ancestors counted; 0 for none. */
export async function levelIn(ctx: Ctx, source: Source): Promise<number> {
  const userId = actingUserId(ctx);
  if (userId === null) return 0;
  return levelOfUser(ctx, source, userId);
}

/** A user's highest role in a source, ancestors counted; 0 for none. */
export const levelOfUser = (ctx: Ctx, source: Source, userId: number): Promise<number> =>
  source.type === 'Project'
    ? projectLevel(ctx.db, source.id, userId)
    : namespaceLevel(ctx.db, source.id, userId);

/** The caller's highest roles in several projects; one query. */
export async function levelsInProjects(
  ctx: Ctx,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const userId = actingUserId(ctx);
  const rows = userId === null ? [] : await listProjectLevels(ctx.db, projectIds, userId);
  return new Map(rows.map((row) => [row.project_id, row.access_level]));
}

/** Which of these groups a user is a member of, ancestors counted; one query. */
export const groupsJoined = async (
  ctx: Ctx,
  groupIds: Iterable<number>,
  userId: number,
): Promise<ReadonlySet<number>> =>
  new Set(await listJoined(ctx.db, [...new Set(groupIds)], userId));

/** People with at least this role in a project, ancestors counted. */
export const peopleOfProject = (
  ctx: Ctx,
  projectId: number,
  of: { least: number; most: number },
): Promise<User[]> => listPeopleOfProject(ctx.db, projectId, of);

/** Roles of a new project's people. Call inside `transact`, after the project's row. */
export const recordProjectRoles = (ctx: Ctx, projectId: number): Promise<void> =>
  rebuildProject(ctx.db, projectId);

/** Roles of all projects below a group that has moved. Call inside `transact`, after the move. */
export const recordRolesBelow = (ctx: Ctx, groupId: number): Promise<void> =>
  rebuildUnderNamespace(ctx.db, groupId);

/** May the user create groups and personal projects, as far as their highest role goes? */
export async function mayCreatePlaces(ctx: Ctx, userId: number): Promise<boolean> {
  if (isAdministrator(ctx)) return true;
  const settings = await settingsOf(ctx);
  return (
    settings.allow_project_creation_for_guest_and_below || (await isAboveGuest(ctx.db, userId))
  );
}

async function roleChanged(ctx: Ctx, source: Source): Promise<void> {
  if (source.type === 'Project') await rebuildProject(ctx.db, source.id);
  else await rebuildUnderNamespace(ctx.db, source.id);
}

/** Members of a source, one page. */
export const memberPage = (
  ctx: Ctx,
  source: Source,
  filter: MemberFilter,
): Promise<Page<MemberRow>> => listMembers(ctx.db, source, filter);

/** A direct member; 404 `404 Not found` for none. */
export async function getMember(ctx: Ctx, source: Source, userId: number): Promise<MemberRow> {
  const member = await findMember(ctx.db, source, userId);
  if (member === undefined) throw notFound('Member');
  return member;
}

/** A member here or above, by the highest role; 404 for none. */
export async function getMemberOfAll(
  ctx: Ctx,
  source: Source,
  user_id: number,
): Promise<MemberRow> {
  const paging = { offset: 0, perPage: 1 };
  const { rows } = await listMembers(ctx.db, source, { inherited: true, user_id, paging });
  if (rows[0] === undefined) throw notFound('Member');
  return rows[0];
}

async function checkGivable(ctx: Ctx, source: Source, level: number): Promise<void> {
  if (!givable.includes(level)) {
    throw badParameters('access_level does not have a valid value');
  }
  // Nobody hands out more than they have.
  if (!isAdministrator(ctx) && level > (await levelIn(ctx, source))) throw forbidden();
}

interface NewMember {
  user_id?: readonly string[];
  username?: string;
  access_level: number;
  expires_at?: string | null;
}

/** Adds a member: 404 unknown user, 409 already one, 403 for a role above one's own. */
export async function addMember(ctx: Ctx, source: Source, body: NewMember): Promise<MemberRow> {
  const wanted = body.user_id?.[0] ?? body.username;
  if (wanted === undefined) {
    throw badParameters('user_id, username are missing, at least one parameter must be provided');
  }
  if ((body.user_id?.length ?? 0) > 1) throw badParameters('user_id is invalid');
  await checkGivable(ctx, source, body.access_level);
  checkLastDay(ctx, body.expires_at);
  const user = await findUserByIdOrUsername(ctx, wanted);
  if (user === undefined) throw notFound('User');
  if (await findMember(ctx.db, source, user.id)) throw conflict('Member already exists');
  return transact(ctx, async (ctx) => {
    let member: MemberRow;
    try {
      member = await insertMember(ctx.db, {
        source_type: source.type,
        source_id: source.id,
        user_id: user.id,
        access_level: body.access_level,
        expires_at: body.expires_at ?? null,
        created_by_id: actingUserId(ctx),
        created_at: now(ctx),
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw conflict('Member already exists');
      throw error;
    }
    await roleChanged(ctx, source);
    await auditMember(ctx, source, { action: 'member.create', user, after: member });
    return member;
  });
}

/**
 * Gives a role that somebody had elsewhere; one who has it or a higher one here or above keeps
 * theirs, and a last day that is over gives nothing. Call inside `transact`.
 */
export async function grantRole(
  ctx: Ctx,
  source: Source,
  given: { userId: number; access_level: number; expires_at: string | null },
): Promise<void> {
  if (given.expires_at !== null && given.expires_at <= now(ctx).slice(0, 10)) return;
  if ((await levelOfUser(ctx, source, given.userId)) >= given.access_level) return;
  const { access_level, expires_at } = given;
  const before = await findMember(ctx.db, source, given.userId);
  const after =
    before === undefined
      ? await insertMember(ctx.db, {
          source_type: source.type,
          source_id: source.id,
          user_id: given.userId,
          access_level,
          expires_at,
          created_by_id: actingUserId(ctx),
          created_at: now(ctx),
        })
      : await updateMember(ctx.db, before.id, { access_level, expires_at });
  await roleChanged(ctx, source);
  await auditMember(ctx, source, {
    action: before === undefined ? 'member.create' : 'member.update',
    ...(before && { before }),
    after,
  });
}

function checkLastDay(ctx: Ctx, day: string | null | undefined): void {
  if (day != null && day <= now(ctx).slice(0, 10)) {
    throw invalid({ expires_at: ['cannot be a date in the past'] });
  }
}

/** Changes a member's role or last day. The last owner of a group keeps the role. */
export async function changeMember(
  ctx: Ctx,
  source: Source,
  body: { user_id: number; access_level: number; expires_at?: string | null },
): Promise<MemberRow> {
  const before = await getMember(ctx, source, body.user_id);
  await checkGivable(ctx, source, body.access_level);
  await checkGivable(ctx, source, before.access_level);
  checkLastDay(ctx, body.expires_at);
  return transact(ctx, async (ctx) => {
    if (body.access_level < accessLevels.owner) await keepAnOwner(ctx, source, before);
    const after = await updateMember(ctx.db, before.id, {
      access_level: body.access_level,
      ...(body.expires_at === undefined ? {} : { expires_at: body.expires_at }),
    });
    await roleChanged(ctx, source);
    await auditMember(ctx, source, { action: 'member.update', before, after });
    return after;
  });
}

async function keepAnOwner(ctx: Ctx, source: Source, member: MemberRow): Promise<void> {
  if (source.type !== 'Namespace' || member.access_level !== accessLevels.owner) return;
  if ((await countOwners(ctx.db, source.id)) <= 1) {
    throw forbidden('the last owner of a group must stay');
  }
}

/** Removes a member. Whoever may not manage members may still leave. */
export async function removeMember(
  ctx: Ctx,
  source: Source,
  { userId, mayManage }: { userId: number; mayManage: boolean },
): Promise<void> {
  const member = await getMember(ctx, source, userId);
  if (!mayManage && actingUser(ctx).id !== userId) throw forbidden();
  if (mayManage && actingUser(ctx).id !== userId) {
    await checkGivable(ctx, source, member.access_level);
  }
  await transact(ctx, async (ctx) => {
    await keepAnOwner(ctx, source, member);
    await deleteMember(ctx.db, member.id);
    await roleChanged(ctx, source);
    await auditMember(ctx, source, { action: 'member.remove', before: member });
  });
}

/** Removes memberships whose last day is over: a daily job. */
export async function removeExpiredMembers(ctx: Ctx): Promise<void> {
  for (const member of await listExpired(ctx.db, now(ctx).slice(0, 10))) {
    const source = {
      type: member.source_type,
      id: member.source_id,
      namespaceId: member.source_id,
    };
    await transact(ctx, async (ctx) => {
      await deleteMember(ctx.db, member.id);
      await roleChanged(ctx, source);
      await auditMember(ctx, source, { action: 'member.expire', before: member });
    });
  }
}

async function auditMember(
  ctx: Ctx,
  source: Source,
  event: { action: EventName; user?: User; before?: MemberRow; after?: MemberRow },
): Promise<void> {
  const row = event.after ?? event.before;
  const visible = (member: MemberRow | undefined) =>
    member === undefined
      ? undefined
      : { access_level: member.access_level, expires_at: member.expires_at };
  await audit(ctx, {
    action: event.action,
    subject: { type: 'Member', id: row?.user_id ?? null, name: event.user?.username ?? '' },
    projectId: source.type === 'Project' ? source.id : null,
    groupId: source.type === 'Namespace' ? source.id : null,
    before: visible(event.before),
    after: visible(event.after),
  });
}
