import { accessLevels } from '#contract/abilities.ts';
import type { EventName } from '#contract/event-names.ts';
import { type Ctx, isAdministrator, transact } from '../../context.ts';
import { nextNumber } from '../../db/counters.ts';
import { isUniqueViolation } from '../../db/portable.ts';
import { forbidden, invalid, notFound } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { keyProblems, leastVariableLevel } from '../pipelines/variables.ts';
import { type Project, projectLevelOfActor } from '../projects/rules.ts';
import { getSchedule, heldFor, type May, mayDo } from './access-rules.ts';
import type { Schedule } from './repository.ts';
import {
  countVariables,
  deleteVariable,
  findVariable,
  insertVariable,
  listVariables,
  type ScheduleVariable,
  updateVariable,
} from './variable-repository.ts';

export type { ScheduleVariable } from './variable-repository.ts';

const mostVariables = 100;

interface Named {
  id: number;
  key: string;
}

/** A schedule that the caller may do this with, and whose variables they may set; else 403. */
async function scheduleFor(
  ctx: Ctx,
  project: Project,
  { id, right }: { id: number; right: keyof May },
): Promise<Schedule> {
  const schedule = await getSchedule(ctx, project, id);
  const may = await mayDo(ctx, project, schedule);
  if (!may[right] || !(await maySetVariables(ctx, project))) throw forbidden();
  return schedule;
}

/** Does the caller have the role that the project wants of who sets variables? */
async function maySetVariables(ctx: Ctx, project: Project): Promise<boolean> {
  const level = isAdministrator(ctx) ? accessLevels.owner : await projectLevelOfActor(ctx, project);
  return level >= leastVariableLevel(project);
}

/** Variables of a schedule. */
export const variablesOfSchedule = (ctx: Ctx, schedule: Schedule): Promise<ScheduleVariable[]> =>
  listVariables(ctx.db, schedule.id);

/** One variable, for the owner and Maintainers; 404 for none. */
export async function getVariable(
  ctx: Ctx,
  project: Project,
  { id, key }: Named,
): Promise<ScheduleVariable> {
  const schedule = await getSchedule(ctx, project, id);
  if (!(await mayDo(ctx, project, schedule)).secrets) throw forbidden();
  return found(ctx, schedule, key);
}

async function found(ctx: Ctx, schedule: Schedule, key: string): Promise<ScheduleVariable> {
  const variable = await findVariable(ctx.db, schedule.id, key);
  if (variable === undefined) throw notFound('Pipeline Schedule Variable');
  return variable;
}

export type NewVariable = Pick<ScheduleVariable, 'key' | 'variable_type'> & { value: string };

/** Adds a variable; 400 for a name that is none or is there. */
export async function createVariable(
  ctx: Ctx,
  project: Project,
  { id, ...given }: { id: number } & NewVariable,
): Promise<ScheduleVariable> {
  await scheduleFor(ctx, project, { id, right: 'update' });
  return transact(ctx, async (ctx) => {
    const schedule = await heldFor(ctx, project, { id, right: 'update' });
    return addVariable(ctx, project, { schedule, given });
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? invalid({ key: ['has already been taken'] }) : error;
  });
}

/** Adds the variables that a new schedule comes with; 403 for who may set none. Call inside `transact`. */
export async function addVariables(
  ctx: Ctx,
  project: Project,
  { schedule, given }: { schedule: Schedule; given: readonly NewVariable[] },
): Promise<void> {
  if (given.length === 0) return;
  if (!(await maySetVariables(ctx, project))) throw forbidden();
  if (new Set(given.map(({ key }) => key.trim())).size < given.length) {
    throw invalid({ key: ['has already been taken'] });
  }
  for (const one of given) await addVariable(ctx, project, { schedule, given: one });
}

async function addVariable(
  ctx: Ctx,
  project: Project,
  { schedule, given }: { schedule: Schedule; given: NewVariable },
): Promise<ScheduleVariable> {
  const key = given.key.trim();
  const problems = [...(key === '' ? ["can't be blank"] : []), ...keyProblems(key)];
  if (problems.length > 0) throw invalid({ key: problems });
  // Held until the end, so that two at once do not both find room.
  await nextNumber(ctx.db, 'project:schedule_variables', project.id);
  if ((await countVariables(ctx.db, schedule.id)) >= mostVariables) {
    throw invalid({ base: [`Maximum number of variables (${mostVariables}) exceeded`] });
  }
  const row = await insertVariable(ctx.db, {
    pipeline_schedule_id: schedule.id,
    key,
    encrypted_value: ctx.secrets.encrypt(given.value),
    variable_type: given.variable_type,
  });
  await auditVariable(ctx, project, { schedule, action: 'pipeline_schedule_variable.create', row });
  return row;
}

/** Changes a variable; its type stays where none is named. */
export async function changeVariable(
  ctx: Ctx,
  project: Project,
  given: Named & { value: string; variable_type: ScheduleVariable['variable_type'] | undefined },
): Promise<ScheduleVariable> {
  const asked = { id: given.id, right: 'update' } as const;
  const before = await found(ctx, await scheduleFor(ctx, project, asked), given.key);
  return transact(ctx, async (ctx) => {
    const schedule = await heldFor(ctx, project, asked);
    const row = await updateVariable(ctx.db, before.id, {
      encrypted_value: ctx.secrets.encrypt(given.value),
      variable_type: given.variable_type ?? before.variable_type,
    });
    if (row === undefined) throw notFound('Pipeline Schedule Variable');
    await auditVariable(ctx, project, {
      schedule,
      action: 'pipeline_schedule_variable.update',
      row,
    });
    return row;
  });
}

/** Takes a variable off and gives it back. */
export async function removeVariable(
  ctx: Ctx,
  project: Project,
  { id, key }: Named,
): Promise<ScheduleVariable> {
  const schedule = await scheduleFor(ctx, project, { id, right: 'admin' });
  const row = await found(ctx, schedule, key);
  return transact(ctx, async (ctx) => {
    if (!(await deleteVariable(ctx.db, row.id))) throw notFound('Pipeline Schedule Variable');
    await auditVariable(ctx, project, {
      schedule,
      action: 'pipeline_schedule_variable.remove',
      row,
    });
    return row;
  });
}

/** The name and type alone: a value may be a secret. */
async function auditVariable(
  ctx: Ctx,
  project: Project,
  told: { schedule: Schedule; action: EventName; row: ScheduleVariable },
): Promise<void> {
  const { schedule, action, row } = told;
  const shown = { pipeline_schedule_id: schedule.id, variable_type: row.variable_type };
  await audit(ctx, {
    action,
    subject: { type: 'PipelineScheduleVariable', id: row.id, name: row.key },
    projectId: project.id,
    ...(action.endsWith('.remove') ? { before: shown } : { after: shown }),
  });
}
