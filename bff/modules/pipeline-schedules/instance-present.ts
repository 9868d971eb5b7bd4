import type { ResponseOf } from '#contract/endpoint.ts';
import type { instanceSchedules } from '#contract/instance-schedules.ts';
import type { Ctx } from '../../context.ts';
import { projectsById } from '../projects/rules.ts';
import { presentTrouble } from './overview-present.ts';
import { ownersOf, scheduleFields } from './present.ts';
import type { Schedule } from './rules.ts';

/** Schedules among those of all projects. */
export async function presentInstanceSchedules(
  ctx: Ctx,
  rows: readonly (Schedule & { orphaned: number })[],
): Promise<ResponseOf<typeof instanceSchedules.list>> {
  const owners = await ownersOf(ctx, rows);
  const projects = await projectsById(
    ctx,
    rows.map((row) => row.project_id),
  );
  return rows.flatMap((row) => {
    const project = projects.get(row.project_id);
    // Deleted since the rows were read.
    if (project === undefined) return [];
    return {
      ...scheduleFields(ctx, row, owners),
      project: {
        id: project.id,
        name_with_namespace: project.full_name,
        path_with_namespace: project.full_path,
        archived: project.archived === 1,
      },
      trouble: presentTrouble(row),
      last_run_at: row.last_run_at,
      orphaned: row.orphaned === 1,
    };
  });
}
