import type { ScheduleProblem } from '#contract/schedule-record.ts';
import { scheduledSource } from '#contract/pipeline-record.ts';
import { type Ctx, now, transact, type User } from '../../context.ts';
import { createPipeline } from '../pipelines/create-rules.ts';
import type { Creation, RefusalCause } from '../pipelines/creation.ts';
import { findProjectById, type Project } from '../projects/rules.ts';
import { usersById } from '../users/rules.ts';
import { inputsOf } from './input-rules.ts';
import { findSchedule, type Schedule } from './repository.ts';
import { endRun, findRun, type ScheduleRun } from './run-repository.ts';
import { noteSuccess, noteTrouble, type Trouble } from './trouble-rules.ts';
import { listVariables } from './variable-repository.ts';

/** What a refusal of a pipeline is called in the history of a schedule. */
const problemOf: Readonly<Record<RefusalCause, ScheduleProblem>> = {
  pipelines_off: 'pipelines_off',
  role: 'owner_role',
  ref_gone: 'ref_gone',
  ref_ambiguous: 'ref_ambiguous',
  ref_protected: 'ref_protected',
  variables: 'invalid_variables',
  inputs: 'invalid_inputs',
  too_many: 'too_many_pipelines',
  no_ci_file: 'no_ci_file',
  no_job: 'no_job',
  ci_file: 'invalid_ci_file',
  state: 'error',
  validation: 'error',
};

interface Going {
  run: ScheduleRun;
  schedule: Schedule;
  project: Project;
}

/**
 * Does runs that were written down, one after the other: one pipeline each, or the reason for none.
 * One that fails holds up no other; it is tried again, and what has ended does nothing then.
 */
export async function runSchedules(
  ctx: Ctx,
  runIds: readonly number[],
  tries: { isLast: boolean },
): Promise<void> {
  let failed: { error: unknown } | undefined;
  for (const id of runIds) {
    ctx.signal?.throwIfAborted();
    try {
      await runOne(ctx, id, tries);
    } catch (error) {
      failed = { error };
    }
  }
  if (failed !== undefined) throw failed.error;
}

async function runOne(ctx: Ctx, runId: number, { isLast }: { isLast: boolean }): Promise<void> {
  const run = await findRun(ctx.db, runId);
  const schedule = run && (await findSchedule(ctx.db, run.pipeline_schedule_id));
  const project = schedule && (await findProjectById(ctx, schedule.project_id));
  if (run?.state !== 'waiting' || schedule === undefined || project === undefined) return;
  const going = { run, schedule, project };
  let trouble: Trouble | undefined;
  try {
    trouble = await tryToRun(ctx, going);
  } catch (error) {
    if (!isLast) throw error;
    ctx.log.error({ err: error, run_id: runId }, 'a schedule could not run');
    trouble = { problem: 'error', text: 'The server failed to run it.' };
  }
  if (trouble !== undefined) await refuseRun(ctx, going, trouble);
}

/** Makes the pipeline; what keeps it from being made. */
async function tryToRun(ctx: Ctx, { run, schedule, project }: Going): Promise<Trouble | undefined> {
  const userId = run.kind === 'play' ? run.user_id : schedule.owner_id;
  const user = (await usersById(ctx, [userId])).get(userId ?? 0);
  const wrong = inTheWay({ run, schedule, project }, user);
  if (user === undefined || wrong !== undefined) return wrong;
  const variables = await listVariables(ctx.db, schedule.id);
  const acting: Ctx =
    run.kind === 'play'
      ? { ...ctx, actor: { kind: 'user', user, via: 'token', tokenId: 0, scopes: [] } }
      : ctx;
  const creation = await createPipeline(acting, project, {
    ref: schedule.ref,
    source: scheduledSource,
    user,
    variables: variables.map(({ key, encrypted_value, variable_type }) => ({
      key,
      value: ctx.secrets.decrypt(encrypted_value),
      variable_type,
      // Whoever wrote them into the schedule had the right to.
      own: true,
    })),
    inputs: Object.fromEntries(inputsOf(ctx, schedule).map(({ name, value }) => [name, value])),
    saveOnErrors: true,
    originKey: `schedule:${run.id}`,
    scheduleId: schedule.id,
    also: (ctx, pipeline) =>
      endWithPipeline(
        ctx,
        { run, schedule, project },
        { id: pipeline.id, errors: pipeline.yaml_errors },
      ),
  });
  return creation.outcome === 'refused' ? troubleOf(creation) : undefined;
}

/** What is known to be wrong before a pipeline is asked for. */
function inTheWay({ run, schedule, project }: Going, user: User | undefined): Trouble | undefined {
  if (run.kind === 'cron' && schedule.next_run_at === null) {
    const text = 'Its cron text or time zone cannot be read any more.';
    return { problem: 'invalid_schedule', text };
  }
  if (project.archived === 1) return { problem: 'archived', text: 'The project is archived.' };
  return whoeverIsMissing(user);
}

function whoeverIsMissing(user: User | undefined): Trouble | undefined {
  if (user === undefined) return { problem: 'owner_gone', text: 'Its owner was deleted.' };
  if (user.state === 'active') return undefined;
  return { problem: 'owner_blocked', text: `Its owner @${user.username} is ${user.state}.` };
}

const troubleOf = (refusal: Extract<Creation, { outcome: 'refused' }>): Trouble => ({
  problem: problemOf[refusal.cause],
  text: refusal.messages.join('\n'),
});

/** Ends a run in the transaction of its pipeline, so that neither is there without the other. */
async function endWithPipeline(
  ctx: Ctx,
  going: Going,
  pipeline: { id: number; errors: string | null },
): Promise<void> {
  const trouble: Trouble | undefined =
    pipeline.errors === null ? undefined : { problem: 'invalid_ci_file', text: pipeline.errors };
  const ended = await endRun(ctx.db, going.run.id, {
    state: trouble === undefined ? 'created' : 'failed',
    pipeline_id: pipeline.id,
    problem: trouble?.problem ?? null,
    text: trouble === undefined ? null : cut(trouble.text),
    finished_at: now(ctx),
  });
  if (!ended) throw new Error('the run has ended already');
  if (going.run.kind === 'play') return;
  if (trouble === undefined) await noteSuccess(ctx, going.schedule);
  else await noteTrouble(ctx, going, trouble);
}

async function refuseRun(ctx: Ctx, going: Going, trouble: Trouble): Promise<void> {
  await transact(ctx, async (ctx) => {
    const ended = await endRun(ctx.db, going.run.id, {
      state: 'refused',
      problem: trouble.problem,
      text: cut(trouble.text),
      finished_at: now(ctx),
    });
    if (ended && going.run.kind === 'cron') await noteTrouble(ctx, going, trouble);
  });
}

const longestText = 2000;
const cut = (text: string) => text.slice(0, longestText);
