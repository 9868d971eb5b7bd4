import { accessLevels, type GroupAbility } from '#contract/abilities.ts';
import type { Page, Visibility } from '#contract/common.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { groups } from '#contract/groups.ts';
import { canInGroup, canSee, type Standing } from '../../access.ts';
import {
  actingUser,
  actingUserId,
  type Ctx,
  isAdministrator,
  transact,
  type User,
  viewerOf,
} from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import { forbidden, forbiddenText, invalid, moved, notFound } from '../../errors.ts';
import { refuseRestricted, settingsOf } from '../application-settings/rules.ts';
import { audit } from '../audit/rules.ts';
import { levelIn, mayCreatePlaces, type Source } from '../members/rules.ts';
import { pathProblem, refuseReservedPath } from '../namespaces/paths.ts';
import {
  checkNewPath,
  holdPaths,
  movedFrom,
  moveNamespace,
  renamedPath,
} from '../namespaces/path-rules.ts';
import { addNamespace, changeNamespace } from '../namespaces/rules.ts';
import { columnsOf } from './branch-rules.ts';
import {
  findGroup,
  type Group,
  type GroupFilter,
  hasRoleBelow,
  listGroups,
  listGroupsByIds,
  visibilitiesBelow,
} from './repository.ts';

export type { Group } from './repository.ts';

/** From closed to open. */
const openness: readonly Visibility[] = ['private', 'internal', 'public'];

/** Which visibilities are more open than this one. */
export const moreOpenThan = (visibility: Visibility): Visibility[] =>
  openness.slice(openness.indexOf(visibility) + 1);

const moreOpen = (a: Visibility, b: Visibility) => openness.indexOf(a) > openness.indexOf(b);

/** The group as a place that people are members of. */
export const sourceOfGroup = (group: Group): Source => ({
  type: 'Namespace',
  id: group.id,
  namespaceId: group.id,
});

async function standingIn(ctx: Ctx, group: Group): Promise<Standing> {
  const user = ctx.actor.kind === 'user' ? ctx.actor.user : undefined;
  return {
    level: await levelIn(ctx, sourceOfGroup(group)),
    signedIn: user !== undefined,
    admin: isAdministrator(ctx),
    external: user?.external === 1,
  };
}

/** The group that had this full path before. */
async function findMovedGroup(ctx: Ctx, path: string): Promise<Group | undefined> {
  const id = await movedFrom(ctx, path, 'Namespace');
  return id === undefined ? undefined : findGroup(ctx.db, String(id));
}

/** The group of an id or path for one who may do this: 404 unseen, 403 seen but not allowed. */
export async function authorizeGroup(
  ctx: Ctx,
  idOrPath: string,
  ability: GroupAbility,
): Promise<Group> {
  const named = await findGroup(ctx.db, idOrPath);
  const group = named ?? (await findMovedGroup(ctx, idOrPath));
  if (group === undefined) throw notFound('Group');
  const standing = await standingIn(ctx, group);
  if (!canSee(standing, group)) {
    const userId = actingUserId(ctx);
    const shown = userId !== null && (await hasRoleBelow(ctx.db, group.id, userId));
    if (!shown) throw notFound('Group');
    if (named === undefined) throw moved('groups', group.id);
    if (ability === 'read_group') return group;
    throw forbidden();
  }
  if (named === undefined) throw moved('groups', group.id);
  if (!canInGroup(ability, standing, group)) throw forbidden();
  return group;
}

/** May the caller do this in the group? */
export const mayInGroup = async (ctx: Ctx, ability: GroupAbility, group: Group): Promise<boolean> =>
  canInGroup(ability, await standingIn(ctx, group), group);

/** A group by id, whoever asks; undefined for none and for personal namespaces. */
export const findGroupById = (ctx: Ctx, id: number): Promise<Group | undefined> =>
  findGroup(ctx.db, String(id));

/** Groups by id, whoever asks: for records that name them. */
export async function groupsById(
  ctx: Ctx,
  ids: Iterable<number | null>,
): Promise<Map<number, Group>> {
  const wanted = [...new Set([...ids].filter((id) => id !== null))];
  const rows = wanted.length === 0 ? [] : await listGroupsByIds(ctx.db, wanted);
  return new Map(rows.map((row) => [row.id, row]));
}

/** One page of the groups that the caller may see. */
export const groupPage = (ctx: Ctx, filter: GroupFilter, paging: Slice): Promise<Page<Group>> =>
  listGroups(ctx.db, viewerOf(ctx), { ...filter, paging });

type NewGroup = BodyOf<typeof groups.create>;

/** The group that another is to stand in, none for the top; 403 where the caller may not. */
export async function parentFor(ctx: Ctx, id: number | undefined): Promise<Group | undefined> {
  if (id === undefined) {
    if (!(await mayCreateAtTop(ctx, actingUser(ctx)))) throw forbidden();
    return undefined;
  }
  const parent = await authorizeGroup(ctx, String(id), 'create_subgroup');
  const owners = parent.subgroup_creation_level === 'owner';
  if (owners && !(await mayInGroup(ctx, 'admin_group', parent))) throw forbidden();
  refuseMarked(parent);
  return parent;
}

/** 403 for a group that is about to be deleted: what came into it would go with it. */
export function refuseMarked(group: Pick<Group, 'marked_for_deletion_at'>): void {
  if (group.marked_for_deletion_at !== null) {
    throw forbiddenText('The group is marked for deletion');
  }
}

/** Creates a group; the caller becomes its owner. */
export async function createGroup(ctx: Ctx, body: NewGroup): Promise<Group> {
  const user = actingUser(ctx);
  const above = await parentFor(ctx, body.parent_id);
  const text = pathProblem(body.path);
  if (text !== undefined) throw invalid({ path: [text] });
  if ([...body.name].length > 255) {
    throw invalid({ name: ['is too long (maximum is 255 characters)'] });
  }
  if (above === undefined) refuseReservedPath(body.path);
  const settings = await settingsOf(ctx);
  const { default_branch_protection_defaults } = await columnsOf(ctx, body);
  return transact(ctx, async (ctx) => {
    await holdPaths(ctx);
    const parent = above && (await groupNow(ctx, above.id));
    const visibility = body.visibility ?? parent?.visibility ?? settings.default_group_visibility;
    checkInsideParent(visibility, parent);
    if (parent?.visibility !== visibility) await refuseRestricted(ctx, visibility);
    const group = await addNamespace(
      ctx,
      {
        kind: 'group',
        name: body.name,
        path: body.path,
        parent_id: parent?.id ?? null,
        owner_id: null,
        description: body.description ?? '',
        visibility,
        project_creation_level:
          body.project_creation_level ?? creationLevels[settings.default_project_creation],
        subgroup_creation_level: body.subgroup_creation_level,
        default_branch_protection_defaults,
      },
      { parent, owner: user },
    );
    await audit(ctx, {
      action: 'group.create',
      subject: { type: 'Group', id: group.id, name: group.full_path },
      groupId: group.id,
      after: { full_path: group.full_path, visibility },
    });
    return group;
  });
}

/** A group as it is after `holdPaths`; 404 where it has gone meanwhile. */
async function groupNow(ctx: Ctx, id: number): Promise<Group> {
  const group = await findGroupById(ctx, id);
  if (group === undefined) throw notFound('Group');
  return group;
}

/** What the numbers of `default_project_creation` stand for. */
const creationLevels = {
  0: 'noone',
  1: 'maintainer',
  2: 'developer',
  3: 'administrator',
  4: 'owner',
} as const;

async function mayCreateAtTop(ctx: Ctx, user: User): Promise<boolean> {
  if (isAdministrator(ctx)) return true;
  if (user.can_create_group !== 1 || !(await settingsOf(ctx)).can_create_group) return false;
  return mayCreatePlaces(ctx, user.id);
}

function checkInsideParent(visibility: Visibility, parent: Group | undefined): void {
  if (parent !== undefined && moreOpen(visibility, parent.visibility)) {
    throw invalid({
      visibility_level: [
        `${visibility} is not allowed since the parent group has a ${parent.visibility} visibility.`,
      ],
    });
  }
}

const valuesOf = (group: Group) => ({
  name: group.name,
  full_path: group.full_path,
  description: group.description,
  visibility: group.visibility,
  default_branch_protection_defaults: group.default_branch_protection_defaults,
});

/** Changes a group; what stands below may not be more open than it. */
export async function updateGroup(
  ctx: Ctx,
  { id }: Group,
  body: BodyOf<typeof groups.update>,
): Promise<Group> {
  const given = await columnsOf(ctx, body);
  return transact(ctx, async (ctx) => {
    await holdPaths(ctx);
    const group = await groupNow(ctx, id);
    if (body.visibility !== undefined) await checkVisibility(ctx, group, body.visibility);
    const { path = group.path, ...change } = given;
    if (path !== group.path) {
      checkNewPath(path, { top: group.parent_id === null });
      await moveNamespace(ctx, group, renamedPath(group.full_path, path));
    }
    const after = await changeNamespace(ctx, group, { ...change, path });
    await audit(ctx, {
      action: 'group.update',
      subject: { type: 'Group', id: group.id, name: group.full_path },
      groupId: group.id,
      before: valuesOf(group),
      after: valuesOf(after),
    });
    return after;
  });
}

async function checkVisibility(ctx: Ctx, group: Group, visibility: Visibility): Promise<void> {
  const { id, parent_id } = group;
  checkInsideParent(visibility, parent_id === null ? undefined : await groupNow(ctx, parent_id));
  if (visibility !== group.visibility) await refuseRestricted(ctx, visibility);
  const below = await visibilitiesBelow(ctx.db, id);
  if (below.some((other) => moreOpen(other, visibility))) {
    throw invalid({
      visibility_level: [
        `${visibility} is not allowed since this group contains subgroups or projects with higher visibility.`,
      ],
    });
  }
}

/** The role that a namespace wants of people who create projects in it. */
export function levelToCreateProjects(group: Group): number {
  const { project_creation_level: level } = group;
  if (level === 'noone' || level === 'administrator') return accessLevels.owner + 1;
  if (level === 'owner') return accessLevels.owner;
  return level === 'maintainer' ? accessLevels.maintainer : accessLevels.developer;
}
