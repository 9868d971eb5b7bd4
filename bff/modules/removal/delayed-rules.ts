import { isoOf } from '../../clock.ts';
import { type Ctx, now, transact } from '../../context.ts';
import { refused } from '../../errors.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { audit } from '../audit/rules.ts';
import type { Group } from '../groups/rules.ts';
import { holdPaths } from '../namespaces/path-rules.ts';
import type { Project } from '../projects/rules.ts';
import { claimGroup, claimProject, listDue, markRow } from './delayed-repository.ts';
import { refuseProtected, refuseProtectedGroup, removeGroup, removeProject } from './rules.ts';

const day = 86_400_000;

/** What a caller says of a deletion. */
export interface Wish {
  permanently_remove?: boolean | undefined;
  full_path?: string | undefined;
}

/**
 * Marks a project for deletion, so that it can be restored for as many days as the instance says;
 * once it is marked, it goes at once where the caller names its path.
 */
export async function deleteProject(ctx: Ctx, project: Project, wish: Wish): Promise<void> {
  await refuseProtected(ctx);
  if (wish.permanently_remove === true) {
    return transact(ctx, async (ctx) => {
      await holdPaths(ctx);
      const held = await claimProject(ctx.db, project.id, now(ctx));
      checkWish(wish, held ?? { ...project, marked_for_deletion_at: null }, 'Project');
      if (held !== undefined) await removeProject(ctx, held);
    });
  }
  await transact(ctx, async (ctx) => {
    if (!(await markRow(ctx.db, 'projects', { id: project.id, at: now(ctx) }))) {
      throw refused('Project has been already marked for deletion');
    }
    await tellOfProject(ctx, 'project.mark_for_deletion', project);
  });
}

/** The same for a group with everything below. */
export async function deleteGroup(ctx: Ctx, group: Group, wish: Wish): Promise<void> {
  await refuseProtectedGroup(ctx);
  if (wish.permanently_remove === true) {
    return transact(ctx, async (ctx) => {
      await holdPaths(ctx);
      const held = await claimGroup(ctx.db, group.id, now(ctx));
      checkWish(wish, held ?? { ...group, marked_for_deletion_at: null }, 'Group');
      if (held !== undefined) await removeGroup(ctx, held);
    });
  }
  await transact(ctx, async (ctx) => {
    if (!(await markRow(ctx.db, 'namespaces', { id: group.id, at: now(ctx) }))) {
      throw refused('Group has been already marked for deletion');
    }
    await tellOfGroup(ctx, 'group.mark_for_deletion', group);
  });
}

function checkWish(
  wish: Wish,
  place: { full_path: string; marked_for_deletion_at: string | null },
  kind: 'Project' | 'Group',
): void {
  if (place.marked_for_deletion_at === null) {
    throw refused(`${kind} must be marked for deletion first.`);
  }
  if (wish.full_path !== place.full_path) {
    throw refused(
      `\`full_path\` is incorrect. You must enter the complete path for the ${kind.toLowerCase()}.`,
    );
  }
}

/** Keeps a project that was marked for deletion. */
export async function restoreProject(ctx: Ctx, project: Project): Promise<Project> {
  await transact(ctx, async (ctx) => {
    if (!(await markRow(ctx.db, 'projects', { id: project.id, at: null }))) {
      throw refused('Project has not been marked for deletion');
    }
    await tellOfProject(ctx, 'project.restore', project);
  });
  return { ...project, marked_for_deletion_at: null };
}

/** Keeps a group that was marked for deletion. */
export async function restoreGroup(ctx: Ctx, group: Group): Promise<Group> {
  await transact(ctx, async (ctx) => {
    if (!(await markRow(ctx.db, 'namespaces', { id: group.id, at: null }))) {
      throw refused('Group has not been marked for deletion');
    }
    await tellOfGroup(ctx, 'group.restore', group);
  });
  return { ...group, marked_for_deletion_at: null };
}

const tellOfProject = (
  ctx: Ctx,
  action: 'project.mark_for_deletion' | 'project.restore',
  { id, full_path }: Project,
): Promise<void> =>
  audit(ctx, {
    action,
    subject: { type: 'Project', id, name: full_path },
    projectId: id,
    before: { marked_for_deletion: action === 'project.restore' },
    after: { marked_for_deletion: action !== 'project.restore' },
  });

const tellOfGroup = (
  ctx: Ctx,
  action: 'group.mark_for_deletion' | 'group.restore',
  { id, full_path }: Group,
): Promise<void> =>
  audit(ctx, {
    action,
    subject: { type: 'Group', id, name: full_path },
    groupId: id,
    before: { marked_for_deletion: action === 'group.restore' },
    after: { marked_for_deletion: action !== 'group.restore' },
  });

/** The daily job: what was marked so many days ago goes. One that fails keeps no other from it. */
export async function removeMarked(ctx: Ctx): Promise<void> {
  const { deletion_adjourned_period: days } = await settingsOf(ctx);
  const until = isoOf(ctx.clock.now() - days * day);
  for (const { id } of await listDue(ctx.db, 'namespaces', until)) {
    await tend(ctx, { group_id: id }, async (ctx) => {
      const group = await claimGroup(ctx.db, id, until);
      if (group !== undefined) await removeGroup(ctx, group);
    });
  }
  for (const { id } of await listDue(ctx.db, 'projects', until)) {
    await tend(ctx, { project_id: id }, async (ctx) => {
      const project = await claimProject(ctx.db, id, until);
      if (project !== undefined) await removeProject(ctx, project);
    });
  }
}

/** Judged anew under the lock: it may have been restored since it was listed. */
async function tend(
  ctx: Ctx,
  place: Record<string, number>,
  remove: (ctx: Ctx) => Promise<void>,
): Promise<void> {
  ctx.signal?.throwIfAborted();
  try {
    await transact(ctx, async (ctx) => {
      await holdPaths(ctx);
      await remove(ctx);
    });
  } catch (error) {
    ctx.log.error({ err: error, ...place }, 'what was marked for deletion was not deleted');
  }
}
