import type { Page } from '#contract/common.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { EventName } from '#contract/event-names.ts';
import type { pipelineSchedules } from '#contract/pipeline-schedules.ts';
import { actingUser, type Ctx, now, transact } from '../../context.ts';
import { nextNumber } from '../../db/counters.ts';
import type { Slice } from '../../db/page.ts';
import { bit } from '../../db/portable.ts';
import { forbidden, invalid, notFound } from '../../errors.ts';
import { refuseStale } from '../../preconditions.ts';
import { audit } from '../audit/rules.ts';
import { authorizePipelines, type Pipeline } from '../pipelines/rules.ts';
import type { Project } from '../projects/rules.ts';
import { getSchedule, heldFor, mayDo } from './access-rules.ts';
import { claimDue, playNow } from './due-rules.ts';
import { changedInputs, encryptInputs, inputsOf } from './input-rules.ts';
import { nextRunAt } from './next-run.ts';
import {
  countSchedules,
  deleteSchedule,
  findLastPipeline,
  insertSchedule,
  listSchedules,
  type Schedule,
  updateSchedule,
} from './repository.ts';
import { addVariables } from './variable-rules.ts';
import { judged } from './wish-rules.ts';

export type { Schedule } from './repository.ts';

/** One page of a project's schedules. */
export async function schedulePage(
  ctx: Ctx,
  project: Project,
  { scope, paging }: { scope: 'active' | 'inactive' | undefined; paging: Slice },
): Promise<Page<Schedule>> {
  await authorizePipelines(ctx, project);
  const active = scope === undefined ? undefined : scope === 'active';
  return listSchedules(ctx.db, project.id, { active, paging });
}

/** Creates a schedule of the caller's; 400 for what is wrong with it, all in one answer. */
export async function createSchedule(
  ctx: Ctx,
  project: Project,
  body: BodyOf<typeof pipelineSchedules.create>,
): Promise<Schedule> {
  const { inputs, ...wish } = await judged(ctx, project, { ...body, before: [] });
  if (!(await mayDo(ctx, project, { ref: wish.ref, owner_id: null })).play) {
    throw unauthorizedTo('create');
  }
  return transact(ctx, async (ctx) => {
    // Held until the end, so that two at once do not both find room.
    await nextNumber(ctx.db, 'project:pipeline_schedules', project.id);
    const most = ctx.config.maxSchedulesPerProject;
    if (most > 0 && (await countSchedules(ctx.db, project.id)) >= most) {
      throw invalid({ base: [`Maximum number of ci pipeline schedules (${most}) exceeded`] });
    }
    const time = now(ctx);
    const row = await insertSchedule(ctx.db, {
      ...wish,
      project_id: project.id,
      owner_id: actingUser(ctx).id,
      description_lower: wish.description.toLowerCase(),
      active: bit(body.active),
      next_run_at: nextRunAt(ctx, { ...wish, last_run_at: null }),
      last_run_at: null,
      encrypted_inputs: encryptInputs(ctx, inputs),
      problem: null,
      problem_text: null,
      problem_since: null,
      created_at: time,
      updated_at: time,
    });
    await auditSchedule(ctx, project, { action: 'pipeline_schedule.create', after: row });
    await addVariables(ctx, project, { schedule: row, given: body.variables ?? [] });
    return row;
  });
}

const unauthorizedTo = (verb: 'create' | 'update') =>
  invalid({ base: [`The current user is not authorized to ${verb} the pipeline schedule`] });

type Asked = BodyOf<typeof pipelineSchedules.update>;

/** A schedule with what is asked for in place of what it has. */
const wanted = (body: Asked, has: Schedule) => ({
  description: body.description ?? has.description,
  ref: body.ref ?? has.ref,
  cron: body.cron ?? has.cron,
  cron_timezone: body.cron_timezone ?? has.cron_timezone,
});

/** Changes a schedule and says anew when it runs next; 403 for all but its owner and administrators. */
export async function changeSchedule(
  ctx: Ctx,
  project: Project,
  { id, ...body }: { id: number } & Asked,
): Promise<Schedule> {
  const before = await getSchedule(ctx, project, id);
  if (!(await mayDo(ctx, project, before)).update) throw forbidden();
  const { ref } = await judged(ctx, project, {
    ...wanted(body, before),
    inputs: body.inputs,
    before: inputsOf(ctx, before),
  });
  if (!(await mayDo(ctx, project, { ...before, ref })).update) throw unauthorizedTo('update');
  return transact(ctx, async (ctx) => {
    // Others may have changed it since: what is not asked for stays as they left it.
    const held = await heldFor(ctx, project, { id, right: 'update' });
    const wish = wanted(body.ref === undefined ? body : { ...body, ref }, held);
    const changed = changedInputs(inputsOf(ctx, held), body.inputs ?? []);
    if ('problem' in changed) throw invalid({ inputs: [changed.problem] });
    // What is due by now runs as it was, and is not lost by the new time.
    const [ran] = await claimDue(ctx, { most: 1, id });
    const { last_run_at } = ran ?? held;
    const after = await updateSchedule(ctx.db, id, {
      ...wish,
      description_lower: wish.description.toLowerCase(),
      ...(body.active === undefined ? {} : { active: bit(body.active) }),
      ...(body.inputs === undefined
        ? {}
        : { encrypted_inputs: encryptInputs(ctx, changed.inputs) }),
      next_run_at: nextRunAt(ctx, { ...wish, last_run_at }),
      updated_at: now(ctx),
    });
    if (after === undefined) throw notFound('Pipeline Schedule');
    await auditSchedule(ctx, project, {
      action: 'pipeline_schedule.update',
      before: held,
      after,
    });
    return after;
  });
}

/** Makes the caller the owner; `changed` is false where they are it already. */
export async function takeOwnership(
  ctx: Ctx,
  project: Project,
  id: number,
): Promise<{ schedule: Schedule; changed: boolean }> {
  const before = await getSchedule(ctx, project, id);
  if (!(await mayDo(ctx, project, before)).admin) throw forbidden();
  const owner_id = actingUser(ctx).id;
  if (before.owner_id === owner_id) return { schedule: before, changed: false };
  return { schedule: await giveTo(ctx, project, { before, owner_id }), changed: true };
}

/** Gives a schedule another owner: what was wrong with the last one is forgotten. */
export const giveTo = (
  ctx: Ctx,
  project: Project,
  { before, owner_id }: { before: Schedule; owner_id: number },
): Promise<Schedule> =>
  transact(ctx, async (ctx) => {
    const after = await updateSchedule(ctx.db, before.id, {
      owner_id,
      problem: null,
      problem_text: null,
      problem_since: null,
      updated_at: now(ctx),
    });
    if (after === undefined) throw notFound('Pipeline Schedule');
    await auditSchedule(ctx, project, {
      action: 'pipeline_schedule.take_ownership',
      before,
      after,
    });
    return after;
  });

/** Deletes a schedule; its pipelines stay. */
export async function removeSchedule(
  ctx: Ctx,
  project: Project,
  given: { id: number; unmodifiedSince: string | undefined },
): Promise<void> {
  const before = await getSchedule(ctx, project, given.id);
  if (!(await mayDo(ctx, project, before)).admin) throw forbidden();
  refuseStale(before, given.unmodifiedSince);
  await transact(ctx, async (ctx) => {
    await deleteSchedule(ctx.db, before.id);
    await auditSchedule(ctx, project, { action: 'pipeline_schedule.remove', before });
  });
}

/** Runs a schedule now, with the rights of the caller; when it runs next stays. */
export async function playSchedule(ctx: Ctx, project: Project, id: number): Promise<void> {
  const schedule = await getSchedule(ctx, project, id);
  if (!(await mayDo(ctx, project, schedule)).play) throw forbidden();
  await transact(ctx, async (ctx) => {
    await playNow(ctx, { schedule, userId: actingUser(ctx).id });
    await auditSchedule(ctx, project, { action: 'pipeline_schedule.play', before: schedule });
  });
}

/** The newest pipeline that a schedule has made. */
export const lastPipelineOf = (ctx: Ctx, schedule: Schedule): Promise<Pipeline | undefined> =>
  findLastPipeline(ctx.db, schedule.id);

interface Told {
  action: EventName;
  before?: Schedule;
  after?: Schedule;
}

async function auditSchedule(ctx: Ctx, project: Project, told: Told): Promise<void> {
  const row = told.after ?? told.before;
  const shown = (one: Schedule | undefined) =>
    one && {
      description: one.description,
      ref: one.ref,
      cron: one.cron,
      cron_timezone: one.cron_timezone,
      active: one.active === 1,
      owner_id: one.owner_id,
    };
  await audit(ctx, {
    action: told.action,
    subject: {
      type: 'PipelineSchedule',
      id: row?.id ?? null,
      name: `${project.full_path} ${row?.description ?? ''}`,
    },
    projectId: project.id,
    before: shown(told.before),
    after: shown(told.after),
  });
}
