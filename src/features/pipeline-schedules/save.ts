import { pipelineScheduleVariables } from '#contract/pipeline-schedule-variables.ts';
import { pipelineSchedules } from '#contract/pipeline-schedules.ts';
import type { PipelineScheduleDetails } from '#contract/schedule-record.ts';
import { call } from '../../api/client.ts';
import type { Which } from './queries.ts';
import { idOf } from './queries.ts';
import {
  inputChanges,
  type ScheduleValues,
  type VariableChange,
  valuesOf,
  variableChanges,
} from './schedule-values.ts';

/** The body of the call that makes a schedule with all of it, or nothing. */
export const createBody = ({ variables, inputs, ...rest }: ScheduleValues) => ({
  ...rest,
  ...(variables.length > 0 && { variables }),
  ...(inputs.length > 0 && { inputs: inputChanges([], inputs) }),
});

/** Of what was changed the part that one call takes. */
export function updateBody(record: PipelineScheduleDetails, changed: Partial<ScheduleValues>) {
  const { variables: _others, inputs, ...rest } = changed;
  return { ...rest, ...(inputs && { inputs: inputChanges(valuesOf(record).inputs, inputs) }) };
}

async function changeVariable(which: Which, { kind, variable }: VariableChange): Promise<void> {
  const { key } = variable;
  if (kind === 'remove') await call(pipelineScheduleVariables.remove, { ...idOf(which), key });
  else if (kind === 'create') {
    await call(pipelineScheduleVariables.create, { ...idOf(which), ...variable });
  } else await call(pipelineScheduleVariables.update, { ...idOf(which), ...variable });
}

/** Saves what was changed; the last answer is how the schedule is now. */
export async function saveSchedule(
  which: Which,
  record: PipelineScheduleDetails,
  changed: Partial<ScheduleValues>,
): Promise<PipelineScheduleDetails> {
  const body = updateBody(record, changed);
  if (Object.keys(body).length > 0) {
    await call(pipelineSchedules.update, { ...idOf(which), ...body });
  }
  if (changed.variables !== undefined) {
    // What is stored decides: an earlier save may have got half the way.
    const stored = valuesOf(await call(pipelineSchedules.show, idOf(which))).variables;
    await changeVariables(which, variableChanges(stored, changed.variables));
  }
  return call(pipelineSchedules.show, idOf(which));
}

async function changeVariables(which: Which, changes: readonly VariableChange[]): Promise<void> {
  // One after the other: the first that is refused stops the rest.
  for (const change of changes) await changeVariable(which, change);
}
