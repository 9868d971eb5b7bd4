import type * as z from 'zod';
import type { scheduleInputValue } from '#contract/schedule-record.ts';
import type { Ctx } from '../../context.ts';

export interface ScheduleInput {
  name: string;
  value: z.output<typeof scheduleInputValue>;
}

interface GivenInput {
  name: string;
  value?: ScheduleInput['value'] | undefined;
  destroy?: boolean | undefined;
}

const mostInputs = 20;
const longestInputs = 262_144;

/** Stored inputs as they are read; a schedule of none has an empty list. */
export function inputsOf(
  ctx: Pick<Ctx, 'secrets'>,
  schedule: { encrypted_inputs: string | null },
): ScheduleInput[] {
  const stored = schedule.encrypted_inputs;
  // Written by `encryptInputs` alone.
  return stored === null ? [] : (JSON.parse(ctx.secrets.decrypt(stored)) as ScheduleInput[]);
}

/** Inputs as they are stored: they may hold what only few may see. */
export const encryptInputs = (
  ctx: Pick<Ctx, 'secrets'>,
  inputs: readonly ScheduleInput[],
): string | null => (inputs.length === 0 ? null : ctx.secrets.encrypt(JSON.stringify(inputs)));

/** What is left of inputs once those given are added, changed or removed; or what is wrong. */
export function changedInputs(
  before: readonly ScheduleInput[],
  given: readonly GivenInput[],
): { inputs: ScheduleInput[] } | { problem: string } {
  // Counted first: the rest is work for each of them.
  if (given.length > mostInputs + before.length) return { problem: tooMany };
  if (new Set(given.map(({ name }) => name)).size < given.length) {
    return { problem: 'must have names that differ.' };
  }
  const inputs = new Map(before.map((input) => [input.name, input]));
  for (const { name, value, destroy } of given) {
    if (destroy === true) inputs.delete(name);
    else {
      if (name.trim() === '') return { problem: "must have a name that isn't blank." };
      if (value === undefined) return { problem: 'must have a value each.' };
      inputs.set(name, { name, value });
    }
  }
  if (inputs.size > mostInputs) return { problem: tooMany };
  const left = [...inputs.values()];
  if (JSON.stringify(left).length > longestInputs) return { problem: 'are too long.' };
  return { inputs: left };
}

const tooMany = `exceeds the limit of ${mostInputs}.`;
