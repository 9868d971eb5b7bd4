import { accessLevels } from '#contract/abilities.ts';
import { actingUserId, type Ctx, isAdministrator } from '../../context.ts';
import { forbidden, notFound } from '../../errors.ts';
import { authorizePipelines } from '../pipelines/rules.ts';
import { mayInProject, type Project, projectLevelOfActor } from '../projects/rules.ts';
import { granted, protectionsOf } from '../protected-branches/rules.ts';
import { findSchedule, lockSchedule, type Schedule } from './repository.ts';

/** What the caller may do with a schedule. */
export interface May {
  /** Change it and its variables. */
  update: boolean;
  play: boolean;
  /** Delete it, take it over, delete its variables. */
  admin: boolean;
  /** See its variables and inputs. */
  secrets: boolean;
}

/** A schedule of a project, for one who may see its pipelines; 404 for none. */
export async function getSchedule(ctx: Ctx, project: Project, id: number): Promise<Schedule> {
  await authorizePipelines(ctx, project);
  const schedule = await findSchedule(ctx.db, id);
  if (schedule?.project_id !== project.id) throw notFound('Pipeline Schedule');
  return schedule;
}

/** What the caller may do with each of a project's schedules; the queries of one. */
export async function mayWith(
  ctx: Ctx,
  project: Project,
  schedules: readonly Pick<Schedule, 'ref' | 'owner_id'>[],
): Promise<(schedule: Pick<Schedule, 'ref' | 'owner_id'>) => May> {
  const root = isAdministrator(ctx);
  const develops = await mayInProject(ctx, 'create_pipeline', project);
  const maintains = await mayInProject(ctx, 'admin_pipeline', project);
  const level = root ? accessLevels.owner : await projectLevelOfActor(ctx, project);
  const isOpen = await refsOpen(
    ctx,
    project,
    schedules.map(({ ref }) => ref),
  );
  return ({ ref, owner_id }) => {
    const own = owner_id !== null && owner_id === actingUserId(ctx);
    const leastToSee = own ? accessLevels.developer : accessLevels.maintainer;
    return {
      update: develops && (own || root) && isOpen(ref),
      play: develops && isOpen(ref),
      admin: maintains || (own && develops),
      secrets: level >= leastToSee,
    };
  };
}

/** The same for one schedule. */
export const mayDo = async (
  ctx: Ctx,
  project: Project,
  schedule: Pick<Schedule, 'ref' | 'owner_id'>,
): Promise<May> => (await mayWith(ctx, project, [schedule]))(schedule);

/**
 * A schedule as it is now, held until the end; 403 where it went meanwhile to somebody for whom the
 * caller may not do this. Call inside `transact`.
 */
export async function heldFor(
  ctx: Ctx,
  project: Project,
  { id, right }: { id: number; right: keyof May },
): Promise<Schedule> {
  const held = await lockSchedule(ctx.db, id);
  if (held === undefined) throw notFound('Pipeline Schedule');
  if (!(await mayDo(ctx, project, held))[right]) throw forbidden();
  return held;
}

/** May the caller run pipelines of these refs: push or merge to the branches that are protected? */
async function refsOpen(
  ctx: Ctx,
  project: Project,
  refs: readonly string[],
): Promise<(ref: string) => boolean> {
  const level = await projectLevelOfActor(ctx, project);
  if (isAdministrator(ctx) || level >= accessLevels.owner) return () => true;
  const protections = await protectionsOf(ctx, project.id);
  const grantsOf = (ref: string) => {
    const branch = /^refs\/heads\/(.+)$/s.exec(ref)?.[1];
    const protection = branch === undefined ? undefined : protections(branch);
    return protection && [protection.push, protection.merge];
  };
  const isGranted = await granted(
    ctx,
    refs.flatMap((ref) => grantsOf(ref) ?? []),
    level,
  );
  return (ref) => grantsOf(ref)?.some(isGranted) ?? true;
}
