import { accessLevels } from '#contract/abilities.ts';
import { actingUserId, type Ctx, isAdministrator, now } from '../../context.ts';
import { bit } from '../../db/portable.ts';
import type { Row } from '../../db/schema.ts';
import type { BranchDefaults } from '../application-settings/branch-protection.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { groupsJoined } from '../members/rules.ts';
import {
  type AccessKind,
  type AccessRow,
  findGroupDefaults,
  insertAccess,
  insertProtectedBranch,
  listAccess,
  listAllProtectedBranches,
} from './repository.ts';

/** Whom a branch is open to: the lowest role (infinite for none), people, and groups. */
export interface Grant {
  level: number;
  users: ReadonlySet<number>;
  groups: ReadonlySet<number>;
}

/** What protects a branch, of all rules that match it the most lenient. */
export interface BranchProtection {
  push: Grant;
  merge: Grant;
  allowForcePush: boolean;
}

/** Does a name, or a wildcard with its `*`, mean this branch? Linear in both lengths. */
export function matches(pattern: string, branch: string): boolean {
  if (!pattern.includes('*')) return pattern === branch;
  const pieces = pattern.split('*');
  const [head = '', ...rest] = pieces;
  const tail = rest.pop() ?? '';
  if (!branch.startsWith(head) || branch.length < head.length + tail.length) return false;
  let at = head.length;
  for (const piece of rest) {
    const found = branch.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return branch.length - tail.length >= at && branch.endsWith(tail);
}

/** Level 0 stands for nobody. */
const blocked = (level: number) => (level === 0 ? Number.POSITIVE_INFINITY : level);

function grantOf(rows: readonly AccessRow[], kind: AccessKind): Grant {
  const of = rows.filter((row) => row.kind === kind);
  return {
    level: Math.min(
      Number.POSITIVE_INFINITY,
      ...of.flatMap((row) => (row.access_level === null ? [] : blocked(row.access_level))),
    ),
    users: new Set(of.flatMap((row) => row.user_id ?? [])),
    groups: new Set(of.flatMap((row) => row.group_id ?? [])),
  };
}

/** What protects each branch of a project; the rules are read once. */
export async function protectionsOf(
  ctx: Ctx,
  projectId: number,
): Promise<(branch: string) => BranchProtection | undefined> {
  const rules = await listAllProtectedBranches(ctx.db, projectId);
  const access = await listAccess(
    ctx.db,
    rules.map((rule) => rule.id),
  );
  return (branch) => {
    const hit = rules.filter((rule) => matches(rule.name, branch));
    if (hit.length === 0) return undefined;
    const ids = new Set(hit.map((rule) => rule.id));
    const rows = access.filter((row) => ids.has(row.protected_branch_id));
    return {
      push: grantOf(rows, 'push'),
      merge: grantOf(rows, 'merge'),
      allowForcePush: hit.some((rule) => rule.allow_force_push === 1),
    };
  };
}

/** Is the caller, who has this role in the project, among those it is open to? */
export async function isGranted(ctx: Ctx, grant: Grant, level: number): Promise<boolean> {
  return (await granted(ctx, [grant], level))(grant);
}

/** The same for several grants: who is in which of the groups they name is asked once. */
export async function granted(
  ctx: Ctx,
  grants: readonly Grant[],
  level: number,
): Promise<(grant: Grant) => boolean> {
  if (isAdministrator(ctx)) {
    return ({ users, groups, level: least }) =>
      users.size + groups.size > 0 || Number.isFinite(least);
  }
  const userId = actingUserId(ctx);
  if (userId === null) return (grant) => level >= grant.level;
  return grantedTo(ctx, grants, { id: userId, level });
}

/** Is a person, who has this role in the project, among those it is open to? */
export async function isGrantedTo(
  ctx: Ctx,
  grant: Grant,
  user: { id: number; level: number },
): Promise<boolean> {
  return (await grantedTo(ctx, [grant], user))(grant);
}

async function grantedTo(
  ctx: Ctx,
  grants: readonly Grant[],
  user: { id: number; level: number },
): Promise<(grant: Grant) => boolean> {
  const open = (grant: Grant) => user.level >= grant.level || grant.users.has(user.id);
  const named = grants.filter((grant) => !open(grant)).flatMap((grant) => [...grant.groups]);
  const joined = await groupsJoined(ctx, named, user.id);
  return (grant) => open(grant) || [...grant.groups].some((id) => joined.has(id));
}

/** Who may change a protection or take it off, where it names anybody. */
export const unprotectGrant = (rows: readonly AccessRow[]): Grant => grantOf(rows, 'unprotect');

/** A project that is about to get its first branch. */
type Opening = Pick<Row<'projects'>, 'id' | 'namespace_id'>;

/**
 * What its group says of the protection of a default branch, else the instance; undefined where it
 * has none.
 */
async function usualProtection(ctx: Ctx, project: Opening) {
  const own = await findGroupDefaults(ctx.db, project.namespace_id);
  const usual = (await settingsOf(ctx)).default_branch_protection_defaults;
  // The contract let nothing else into the setting, nor into the column.
  const said = (own === null ? usual : JSON.parse(own)) as BranchDefaults;
  const levelsOf = (roles: BranchDefaults['allowed_to_push']) =>
    (roles ?? [{ access_level: accessLevels.maintainer }]).map((role) => role.access_level);
  const push = levelsOf(said.allowed_to_push);
  const merge = levelsOf(said.allowed_to_merge);
  const force = said.allow_force_push === true;
  const isOpen = [push, merge].every((levels) => levels.includes(accessLevels.developer));
  if (isOpen && force) return undefined;
  return { push, merge, force, opens: said.developer_can_initial_push === true };
}

/**
 * May this role push the first branch of a repository? It becomes the default one, which is
 * protected at once.
 */
export async function mayOpenRepository(
  ctx: Ctx,
  project: Opening,
  level: number,
): Promise<boolean> {
  if (level >= accessLevels.maintainer) return true;
  if (level < accessLevels.developer) return false;
  const usual = await usualProtection(ctx, project);
  return usual === undefined || usual.opens || usual.push.includes(accessLevels.developer);
}

/** Protects a branch as usual, unless it is protected. Call inside `transact`. */
export async function protectAsUsual(ctx: Ctx, project: Opening, branch: string): Promise<void> {
  const usual = await usualProtection(ctx, project);
  if (usual === undefined) return;
  const row = await insertProtectedBranch(ctx.db, {
    project_id: project.id,
    name: branch,
    allow_force_push: bit(usual.force),
    created_at: now(ctx),
  });
  if (row === undefined) return;
  await insertAccess(
    ctx.db,
    (['push', 'merge'] as const).flatMap((kind) =>
      usual[kind].map((access_level) => ({
        protected_branch_id: row.id,
        kind,
        access_level,
        user_id: null,
        group_id: null,
      })),
    ),
  );
}

/** Ids of the protected branches and wildcards of a project. */
export async function protectedBranchIds(ctx: Ctx, projectId: number): Promise<Set<number>> {
  const rows = await listAllProtectedBranches(ctx.db, projectId);
  return new Set(rows.map((row) => row.id));
}
