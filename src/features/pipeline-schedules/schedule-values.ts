import type { Control } from 'react-hook-form';
import * as z from 'zod';
import { pipelineSchedules } from '#contract/pipeline-schedules.ts';
import type { PipelineScheduleDetails } from '#contract/schedule-record.ts';
import type { TypedVariable } from '../../form/variables-field.tsx';

const { body } = pipelineSchedules.create;

const row = z.object({ key: z.string().min(1), value: z.string() });

/** What the editor holds; calls are made of what differs from the record. */
export const scheduleForm = z.object({
  description: body.shape.description.min(1),
  ref: z.string().min(1),
  cron: z.string().min(1),
  cron_timezone: z.string().min(1),
  active: z.boolean(),
  inputs: z.array(row),
  variables: z.array(row.extend({ variable_type: z.enum(['env_var', 'file']) })),
});
export type ScheduleValues = z.output<typeof scheduleForm>;
export type ScheduleControl = Control<ScheduleValues, unknown, ScheduleValues>;

const inputText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** A schedule as the editor holds it. */
export const valuesOf = (record: PipelineScheduleDetails): ScheduleValues => ({
  description: record.description,
  ref: record.ref,
  cron: record.cron,
  cron_timezone: record.cron_timezone,
  active: record.active,
  inputs: (record.inputs ?? []).map(({ name, value }) => ({ key: name, value: inputText(value) })),
  variables: (record.variables ?? []).map(({ key, value, variable_type }) => ({
    key,
    value,
    variable_type,
  })),
});

/** Inputs that are new or differ, and by name those that are to go; the others keep their type. */
export const inputChanges = (before: ScheduleValues['inputs'], after: ScheduleValues['inputs']) => [
  ...after
    .filter(({ key, value }) => !before.some((one) => one.key === key && one.value === value))
    .map(({ key, value }) => ({ name: key, value })),
  ...before
    .filter(({ key }) => after.every((one) => one.key !== key))
    .map(({ key }) => ({ name: key, destroy: true })),
];

/** What has to be done to the variables, one call each. */
export interface VariableChange {
  readonly kind: 'create' | 'update' | 'remove';
  readonly variable: TypedVariable;
}

/** The difference of two sets of variables, by key. */
export function variableChanges(
  before: readonly TypedVariable[],
  after: readonly TypedVariable[],
): VariableChange[] {
  const known = new Map(before.map((one) => [one.key, one]));
  const wanted = new Set(after.map(({ key }) => key));
  return [
    ...before
      .filter(({ key }) => !wanted.has(key))
      .map((variable) => ({ kind: 'remove' as const, variable })),
    ...after.flatMap((variable): VariableChange[] => {
      const old = known.get(variable.key);
      if (old === undefined) return [{ kind: 'create', variable }];
      const isSame = old.value === variable.value && old.variable_type === variable.variable_type;
      return isSame ? [] : [{ kind: 'update', variable }];
    }),
  ];
}
