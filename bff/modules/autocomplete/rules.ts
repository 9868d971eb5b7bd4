import type { autocomplete } from '#contract/autocomplete.ts';
import type { Page } from '#contract/common.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { Ctx, User } from '../../context.ts';
import { unauthorized } from '../../errors.ts';
import { authorizeProject, projectUserPage } from '../projects/rules.ts';
import { userPage } from '../users/rules.ts';

/** People of a project that the caller may read; without one, of the instance for who is signed in. */
export async function peopleToChoose(
  ctx: Ctx,
  { project_id: id, search }: QueryOf<typeof autocomplete.users>,
  paging: { offset: number; perPage: number },
): Promise<Page<User>> {
  if (id !== undefined) {
    const project = await authorizeProject(ctx, id, 'read_project');
    return projectUserPage(ctx, project, { search, paging });
  }
  if (ctx.actor.kind === 'anonymous') throw unauthorized();
  const filter = { active: true, humans: true, order_by: 'name', sort: 'asc' } as const;
  return userPage(ctx, { ...filter, ...(search !== undefined && { search }) }, paging);
}
