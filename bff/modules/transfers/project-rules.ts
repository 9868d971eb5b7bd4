import { actingUser, type Ctx, now, transact } from '../../context.ts';
import { invalid, notFound } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { recordProjectRoles } from '../members/rules.ts';
import { holdPaths, moveRoute } from '../namespaces/path-rules.ts';
import { namespaceByPath } from '../namespaces/rules.ts';
import { namespaceFor } from '../projects/place-rules.ts';
import type { Project } from '../projects/rules.ts';
import { mostOpenInside } from '../projects/check-rules.ts';
import { holdNamespace, holdProject, oneProject, placeProject } from './repository.ts';
import { settleIn } from './settle-rules.ts';

/**
 * Moves a project to another namespace in which the caller may create projects. It is never more
 * open than its group; old paths lead to it; roles are those of the new place.
 */
export async function transferProject(ctx: Ctx, project: Project, to: string): Promise<Project> {
  const id = /^\d{1,15}$/.test(to) ? Number(to) : (await namespaceByPath(ctx, to))?.id;
  if (id === undefined) throw notFound('Namespace');
  if (id === project.namespace_id) {
    throw invalid({ namespace: ['is where the project already stands'] });
  }
  const target = await namespaceFor(ctx, actingUser(ctx), id);
  return transact(ctx, async (ctx) => {
    await holdPaths(ctx);
    const namespace = await holdNamespace(ctx.db, target.id);
    const before = await holdProject(ctx.db, project.id);
    if (namespace === undefined) throw notFound('Namespace');
    if (before === undefined) throw notFound('Project');
    const full_path = `${namespace.full_path}/${before.path}`;
    await moveRoute(ctx, { before: before.full_path, after: full_path });
    const after = await placeProject(ctx.db, before.id, {
      namespace_id: namespace.id,
      full_path,
      full_name: `${namespace.full_name} / ${before.name}`,
      visibility: mostOpenInside(before.visibility, namespace),
      updated_at: now(ctx),
    });
    await recordProjectRoles(ctx, after.id);
    await settleIn(ctx, oneProject(after.id));
    await audit(ctx, {
      action: 'project.transfer',
      subject: { type: 'Project', id: after.id, name: before.full_path },
      projectId: after.id,
      groupId: namespace.kind === 'group' ? namespace.id : null,
      before: { full_path: before.full_path, visibility: before.visibility },
      after: { full_path: after.full_path, visibility: after.visibility },
    });
    return after;
  });
}
