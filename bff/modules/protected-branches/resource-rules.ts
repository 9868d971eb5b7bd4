import { accessLevels } from '#contract/abilities.ts';
import type { Page } from '#contract/common.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { EventName } from '#contract/event-names.ts';
import type { protectedBranches } from '#contract/protected-branches.ts';
import { type Ctx, now, transact } from '../../context.ts';
import { bit } from '../../db/portable.ts';
import { conflict, forbidden, invalid, notFound } from '../../errors.ts';
import { isBranchName } from '../../git/names.ts';
import { audit } from '../audit/rules.ts';
import { findGroupById, mayInGroup } from '../groups/rules.ts';
import { mayUserInProject, type Project, projectLevelOfActor } from '../projects/rules.ts';
import { usersById } from '../users/rules.ts';
import {
  type AccessKind,
  type AccessRow,
  deleteAccess,
  deleteProtectedBranch,
  findProtectedBranch,
  insertAccess,
  insertProtectedBranch,
  listAccess,
  listProtectedBranches,
  type ProtectedBranch,
  updateAccess,
  updateProtectedBranch,
} from './repository.ts';
import { isGranted, unprotectGrant } from './rules.ts';

/** A protected branch with whom it is open to. */
export interface Protection {
  row: ProtectedBranch;
  access: AccessRow[];
}

async function withAccess(ctx: Ctx, rows: readonly ProtectedBranch[]): Promise<Protection[]> {
  const access = await listAccess(
    ctx.db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    row,
    access: access.filter((one) => one.protected_branch_id === row.id),
  }));
}

/** One page of the protected branches of a project, by name. */
export async function protectionPage(
  ctx: Ctx,
  project: Project,
  filter: { search?: string; paging: { offset: number; perPage: number } },
): Promise<Page<Protection>> {
  const page = await listProtectedBranches(ctx.db, project.id, filter);
  return { rows: await withAccess(ctx, page.rows), total: page.total };
}

/** The protection of exactly this name; 404 `404 Protected Branch Not Found`. */
export async function getProtection(ctx: Ctx, project: Project, name: string): Promise<Protection> {
  const row = await findProtectedBranch(ctx.db, project.id, name);
  const [protection] = row === undefined ? [] : await withAccess(ctx, [row]);
  if (protection === undefined) throw notFound('Protected Branch');
  return protection;
}

type NewProtection = BodyOf<typeof protectedBranches.create>;
type Changes = BodyOf<typeof protectedBranches.update>;
type Entry = NonNullable<Changes['allowed_to_push']>[number];

const kinds = ['push', 'merge', 'unprotect'] as const;

/** Whom an entry names: exactly one of a role, a person and a group. */
type Named = Pick<AccessRow, 'access_level' | 'user_id' | 'group_id'>;

async function checkedEntry(
  ctx: Ctx,
  project: Project,
  { kind, entry }: { kind: AccessKind; entry: Entry },
): Promise<Named> {
  const field = `allowed_to_${kind}`;
  const { access_level = null, user_id = null, group_id = null } = entry;
  const given = [access_level, user_id, group_id].filter((value) => value !== null);
  if (given.length !== 1) {
    throw invalid({ [field]: ['must name one of access_level, user_id and group_id'] });
  }
  if (user_id !== null) {
    const user = (await usersById(ctx, [user_id])).get(user_id);
    const may = user !== undefined && (await mayUserInProject(ctx, user, 'push_code', project));
    if (!may) throw invalid({ [field]: [`user ${user_id} cannot push to this project`] });
  }
  if (group_id !== null) {
    const group = await findGroupById(ctx, group_id);
    const may = group !== undefined && (await mayInGroup(ctx, 'read_group', group));
    if (!may) throw invalid({ [field]: [`group ${group_id} does not exist`] });
  }
  return { access_level, user_id, group_id };
}

/** Protects a branch or a wildcard; 409 where that name is protected. */
export async function createProtection(
  ctx: Ctx,
  project: Project,
  body: NewProtection,
): Promise<Protection> {
  const { name } = body;
  if (!isBranchName(name.replaceAll('*', 'x'))) throw invalid({ name: ['is invalid'] });
  const taken = () => conflict(`Protected branch '${name}' already exists`);
  if (await findProtectedBranch(ctx.db, project.id, name)) throw taken();
  const entries: (Named & { kind: AccessKind })[] = [];
  for (const kind of kinds) {
    const level = body[`${kind}_access_level`];
    const list = body[`allowed_to_${kind}`];
    const usual = list === undefined && kind !== 'unprotect' ? accessLevels.maintainer : undefined;
    const access_level = level ?? usual;
    if (access_level !== undefined) {
      entries.push({ kind, access_level, user_id: null, group_id: null });
    }
    for (const entry of list ?? []) {
      entries.push({ kind, ...(await checkedEntry(ctx, project, { kind, entry })) });
    }
  }
  return transact(ctx, async (ctx) => {
    const row = await insertProtectedBranch(ctx.db, {
      project_id: project.id,
      name,
      allow_force_push: bit(body.allow_force_push),
      created_at: now(ctx),
    });
    if (row === undefined) throw taken();
    await insertAccess(
      ctx.db,
      entries.map((entry) => ({ ...entry, protected_branch_id: row.id })),
    );
    const after = await getProtection(ctx, project, name);
    await auditProtection(ctx, project, { action: 'protected_branch.create', after });
    return after;
  });
}

async function checkMayUnprotect(
  ctx: Ctx,
  project: Project,
  protection: Protection,
): Promise<void> {
  if (!protection.access.some((row) => row.kind === 'unprotect')) return;
  const level = await projectLevelOfActor(ctx, project);
  if (!(await isGranted(ctx, unprotectGrant(protection.access), level))) throw forbidden();
}

/** Adds, changes and takes away whom a protected branch is open to. */
export async function updateProtection(
  ctx: Ctx,
  project: Project,
  { name, body }: { name: string; body: Changes },
): Promise<Protection> {
  const before = await getProtection(ctx, project, name);
  await checkMayUnprotect(ctx, project, before);
  const added: (Named & { kind: AccessKind; protected_branch_id: number })[] = [];
  const changed: { id: number; named: Named }[] = [];
  const removed: number[] = [];
  for (const kind of kinds) {
    for (const entry of body[`allowed_to_${kind}`] ?? []) {
      const { id } = entry;
      const known = before.access.some((row) => row.kind === kind && row.id === id);
      if (id !== undefined && !known) {
        throw invalid({ [`allowed_to_${kind}`]: [`has no entry ${id}`] });
      }
      if (entry._destroy === true) removed.push(...(id === undefined ? [] : [id]));
      else {
        const named = await checkedEntry(ctx, project, { kind, entry });
        if (id === undefined) added.push({ ...named, kind, protected_branch_id: before.row.id });
        else changed.push({ id, named });
      }
    }
  }
  return transact(ctx, async (ctx) => {
    if (body.allow_force_push !== undefined) {
      const allow_force_push = bit(body.allow_force_push);
      await updateProtectedBranch(ctx.db, before.row.id, { allow_force_push });
    }
    await deleteAccess(ctx.db, removed);
    for (const { id, named } of changed) await updateAccess(ctx.db, id, named);
    await insertAccess(ctx.db, added);
    const after = await getProtection(ctx, project, name);
    await auditProtection(ctx, project, { action: 'protected_branch.update', before, after });
    return after;
  });
}

/** Takes the protection off a branch or wildcard. */
export async function removeProtection(ctx: Ctx, project: Project, name: string): Promise<void> {
  const before = await getProtection(ctx, project, name);
  await checkMayUnprotect(ctx, project, before);
  await transact(ctx, async (ctx) => {
    await deleteProtectedBranch(ctx.db, before.row.id);
    await auditProtection(ctx, project, { action: 'protected_branch.remove', before });
  });
}

const audited = (protection: Protection | undefined) =>
  protection === undefined
    ? undefined
    : {
        name: protection.row.name,
        allow_force_push: protection.row.allow_force_push === 1,
        access: protection.access.map(({ kind, access_level, user_id, group_id }) => ({
          kind,
          access_level,
          user_id,
          group_id,
        })),
      };

async function auditProtection(
  ctx: Ctx,
  project: Project,
  event: { action: EventName; before?: Protection; after?: Protection },
): Promise<void> {
  const row = (event.after ?? event.before)?.row;
  await audit(ctx, {
    action: event.action,
    subject: { type: 'ProtectedBranch', id: row?.id ?? null, name: row?.name ?? '' },
    projectId: project.id,
    before: audited(event.before),
    after: audited(event.after),
  });
}
