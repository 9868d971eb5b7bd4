import type { Page } from '#contract/common.ts';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { instanceSchedules } from '#contract/instance-schedules.ts';
import { actingUser, type Ctx, viewerOf } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import { badParameters, invalid } from '../../errors.ts';
import { mayUserInProject, projectsById } from '../projects/rules.ts';
import { findUserByIdOrUsername, getUser } from '../users/rules.ts';
import { listAllSchedules, listSchedulesByIds } from './instance-repository.ts';
import { giveTo, type Schedule } from './rules.ts';

const mostAtOnce = 100;

/** One page of the schedules of all projects. */
export async function allSchedulePage(
  ctx: Ctx,
  query: Pick<QueryOf<typeof instanceSchedules.list>, 'state' | 'search' | 'owner' | 'project_id'>,
  paging: Slice,
): Promise<Page<Schedule & { orphaned: number }>> {
  const { owner, ...filter } = query;
  if (owner === undefined) return listAllSchedules(ctx.db, filter, paging);
  const user = await findUserByIdOrUsername(ctx, owner);
  return listAllSchedules(ctx.db, { ...filter, ownerId: user?.id ?? 0 }, paging);
}

/** One page of the caller's own schedules that could not run when they were last to. */
export const ownFailingPage = (
  ctx: Ctx,
  paging: Slice,
): Promise<Page<Schedule & { orphaned: number }>> =>
  listAllSchedules(
    ctx.db,
    { state: 'failing', ownerId: actingUser(ctx).id, viewer: viewerOf(ctx) },
    paging,
  );

/** Gives schedules to another owner, where that one could run them. */
export async function handOver(
  ctx: Ctx,
  { ids, user_id }: { ids: readonly number[]; user_id: number },
): Promise<ResponseOf<typeof instanceSchedules.handOver>> {
  if (ids.length > mostAtOnce) throw badParameters('ids does not have a valid value');
  const user = await getUser(ctx, user_id);
  if (user.state !== 'active') throw invalid({ user_id: ['is not active'] });
  const wanted = [...new Set(ids)];
  const schedules = new Map((await listSchedulesByIds(ctx.db, wanted)).map((row) => [row.id, row]));
  const projects = await projectsById(
    ctx,
    [...schedules.values()].map((row) => row.project_id),
  );
  const answer: ResponseOf<typeof instanceSchedules.handOver> = { handed_over: [], refused: [] };
  for (const id of wanted) {
    const before = schedules.get(id);
    const project = projects.get(before?.project_id ?? 0);
    if (before === undefined || project === undefined) {
      answer.refused.push({ id, problem: 'not_found' });
    } else if (project.archived === 1) answer.refused.push({ id, problem: 'archived' });
    else if (!(await mayUserInProject(ctx, user, 'create_pipeline', project))) {
      answer.refused.push({ id, problem: 'owner_role' });
    } else {
      if (before.owner_id !== user.id) await giveTo(ctx, project, { before, owner_id: user.id });
      answer.handed_over.push(id);
    }
  }
  return answer;
}
