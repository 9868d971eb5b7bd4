import { type Ctx, isAdministrator, type User } from '../../context.ts';
import { forbidden, forbiddenText } from '../../errors.ts';
import { authorizeGroup, levelToCreateProjects, refuseMarked } from '../groups/rules.ts';
import { levelIn, mayCreatePlaces } from '../members/rules.ts';
import { getNamespace, type Namespace, userNamespace } from '../namespaces/rules.ts';
import { countProjectsIn } from './repository.ts';

/** The namespace that a project is to stand in: one's own where none is named; 403 where it may not. */
export async function namespaceFor(
  ctx: Ctx,
  user: User,
  id: number | undefined,
): Promise<Namespace> {
  const own = await userNamespace(ctx, user.id);
  if (id === undefined || id === own?.id) {
    if (own === undefined || !(await mayCreatePlaces(ctx, user.id))) throw forbidden();
    await refuseBeyondLimit(ctx, user, own);
    return own;
  }
  const namespace = await getNamespace(ctx, id);
  if (namespace?.kind === 'user') {
    if (!isAdministrator(ctx)) throw forbidden();
    return namespace;
  }
  const group = await authorizeGroup(ctx, String(id), 'read_group');
  const level = await levelIn(ctx, { type: 'Namespace', id: group.id, namespaceId: group.id });
  if (!isAdministrator(ctx) && level < levelToCreateProjects(group)) throw forbidden();
  refuseMarked(group);
  return group;
}

async function refuseBeyondLimit(ctx: Ctx, user: User, own: Namespace): Promise<void> {
  const limit = user.projects_limit;
  if (limit === 0) {
    throw forbiddenText('You cannot create projects in your personal namespace');
  }
  if ((await countProjectsIn(ctx.db, own.id)) >= limit) {
    throw forbiddenText(`You've reached your limit of ${limit} projects created`);
  }
}
