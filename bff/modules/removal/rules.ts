import { type Ctx, isAdministrator, transact } from '../../context.ts';
import { forbidden } from '../../errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { audit } from '../audit/rules.ts';
import { forgetDeployKeysOf } from '../deploy-keys/rules.ts';
import type { Group } from '../groups/rules.ts';
import { wakeWaitingFor } from '../merge-request-dependencies/state-rules.ts';
import type { Project } from '../projects/rules.ts';
import { holdPaths } from '../namespaces/path-rules.ts';
import { forgetUploadsOf } from '../uploads/rules.ts';
import {
  deleteGroupRows,
  deleteProjectRows,
  listGroupsBelow,
  listProjectsBelow,
} from './repository.ts';

/** Deletes a project at once; its repository goes by a job. */
export async function removeProject(ctx: Ctx, project: Project): Promise<void> {
  await refuseProtected(ctx);
  await transact(ctx, async (ctx) => {
    await holdPaths(ctx);
    await takeAway(ctx, project);
    await audit(ctx, {
      action: 'project.remove',
      subject: { type: 'Project', id: project.id, name: project.full_path },
      before: { full_path: project.full_path, visibility: project.visibility },
    });
  });
}

/** 403 where administrators alone delete projects. */
export async function refuseProtected(ctx: Ctx): Promise<void> {
  const { default_project_deletion_protection: isProtected } = await settingsOf(ctx);
  if (isProtected && !isAdministrator(ctx)) {
    throw forbidden('Only administrators may delete projects on this server');
  }
}

/** The same for a group: projects may come into it until it goes. */
export const refuseProtectedGroup = (ctx: Ctx): Promise<void> => refuseProtected(ctx);

async function takeAway(ctx: Ctx, project: { id: number }): Promise<void> {
  await forgetUploadsOf(ctx, project.id);
  await forgetDeployKeysOf(ctx, project.id);
  await wakeWaitingFor(ctx, { of: 'target_project_id', id: project.id });
  await deleteProjectRows(ctx.db, project.id);
  await enqueue(ctx, 'remove_repository', { project_id: project.id });
}

/** Deletes a group with everything below; repositories go by jobs. */
export async function removeGroup(ctx: Ctx, group: Group): Promise<void> {
  await transact(ctx, async (ctx) => {
    await removeNamespace(ctx, group.id);
    await audit(ctx, {
      action: 'group.remove',
      subject: { type: 'Group', id: group.id, name: group.full_path },
      before: { full_path: group.full_path, visibility: group.visibility },
    });
  });
}

/**
 * Deletes a namespace with all projects and groups below. 403 where it has projects and only
 * administrators delete those. Call inside `transact`.
 */
export async function removeNamespace(ctx: Ctx, namespaceId: number): Promise<void> {
  await holdPaths(ctx);
  const projects = await listProjectsBelow(ctx.db, namespaceId);
  if (projects.length > 0) await refuseProtected(ctx);
  for (const project of projects) await takeAway(ctx, project);
  for (const { id } of await listGroupsBelow(ctx.db, namespaceId))
    await deleteGroupRows(ctx.db, id);
}
