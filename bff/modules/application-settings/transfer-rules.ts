import type { ResponseOf } from '#contract/endpoint.ts';
import { bodyOf, type FieldDef } from '#contract/field.ts';
import type { settingsHistory } from '#contract/settings-history.ts';
import { settingFields } from '#contract/settings/all.ts';
import type { Ctx } from '../../context.ts';
import { DomainError, invalid } from '../../errors.ts';
import { withPartners } from './history-rules.ts';
import { shownValue } from './present.ts';
import {
  missingPartners,
  type Outcome,
  storedSettings,
  tryUpdate,
  updateSettings,
} from './rules.ts';
import type { Change } from './special-rules.ts';

type Report = ResponseOf<typeof settingsHistory.import>;
type Refused = Report['refused'];

/** Every setting that can be written back, as a file that depends on nothing else. */
export async function exportSettings(ctx: Ctx): Promise<string> {
  const stored: Change = { ...(await storedSettings(ctx)) };
  const settings = Object.fromEntries(
    settingFields
      .filter(({ readonly, writeonly }) => readonly !== true && writeonly !== true)
      .map((field) => [field.key, shownValue(field, stored[field.key])]),
  );
  return `${JSON.stringify({ settings }, null, 2)}\n`;
}

/** Sets what a file says, all of it or nothing; `dryRun` only says what that would do. */
export async function importSettings(
  ctx: Ctx,
  given: Change,
  { dryRun }: { dryRun: boolean },
): Promise<Report> {
  const { taken, unchanged, unknown, refused } = sorted(given);
  const outcome = await withoutRefused(ctx, taken, refused);
  if (!dryRun) {
    if (refused.length > 0) {
      throw invalid(Object.fromEntries(refused.map(({ key, problem }) => [key, [problem]])));
    }
    await updateSettings(ctx, taken);
  }
  const differing = new Set(outcome.differing.map(({ key }) => key));
  return {
    set: outcome.differing.map((field) => ({
      key: field.key,
      before: shownValue(field, outcome.before[field.key]),
      after: shownValue(field, outcome.after[field.key]),
    })),
    unchanged: [...unchanged, ...Object.keys(taken).filter((key) => !differing.has(key))].sort(),
    unknown,
    refused,
  };
}

const fieldsByName: ReadonlyMap<string, FieldDef> = new Map(
  settingFields.flatMap((field) =>
    [field.key, ...(field.aliases ?? [])].map((name) => [name, field] as const),
  ),
);

/** What each name of a file is, before any rule looks at the values together. */
function sorted(given: Change) {
  const taken: Change = {};
  const unchanged: string[] = [];
  const unknown: string[] = [];
  const refused: Refused = [];
  for (const [name, value] of Object.entries(given)) {
    const field = fieldsByName.get(name);
    if (field === undefined) {
      unknown.push(name);
      continue;
    }
    const { key, readonly } = field;
    const isShadowed = name !== key && Object.hasOwn(given, key);
    if (isShadowed || readonly === true) {
      unchanged.push(name);
      continue;
    }
    const judged = bodyOf([field]).safeParse({ [key]: value });
    if (judged.success) taken[key] = judged.data[key];
    else refused.push({ key, problem: problemOf(judged.error.issues[0]?.code) });
  }
  return { taken, unchanged, unknown, refused };
}

const problemOf = (code: string | undefined) =>
  code === 'invalid_value' ? 'does not have a valid value' : 'is invalid';

/** Moves from `taken` to `refused` what the rule refuses; says what the rest would do. */
async function withoutRefused(ctx: Ctx, taken: Change, refused: Refused): Promise<Outcome> {
  for (;;) {
    const problems = await refusedOf(ctx, taken);
    if (!(problems instanceof Array)) return problems;
    refused.push(...problems);
    for (const { key } of problems) delete taken[key];
  }
}

async function refusedOf(ctx: Ctx, taken: Change): Promise<Outcome | Refused> {
  const alone = missingPartners(taken).map(({ key, partner }) => [key, partner] as const);
  if (alone.length > 0) {
    return [...new Map(alone)].map(([key, partner]) => ({ key, problem: `${partner} is missing` }));
  }
  try {
    return await tryUpdate(ctx, taken);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { refusal } = error;
    const fields = refusal.kind === 'invalid' ? Object.entries(refusal.fields) : [];
    const named = fields.flatMap(([name, [text = '']]) => culprits(taken, name, text));
    return named.length > 0 ? named : refusedAlone(ctx, taken);
  }
}

/** The setting itself, or those of the file that need it. */
function culprits(taken: Change, name: string, text: string): Refused {
  if (Object.hasOwn(taken, name)) return [{ key: name, problem: text }];
  return settingFields
    .filter(({ key, needs = [] }) => Object.hasOwn(taken, key) && needs.includes(name))
    .map(({ key }) => ({ key, problem: `${name} ${text}` }));
}

/** What is refused for a value that is stored is found by trying each by itself. */
async function refusedAlone(ctx: Ctx, taken: Change): Promise<Refused> {
  const found: Refused = [];
  for (const [key, value] of Object.entries(taken)) {
    try {
      await tryUpdate(ctx, await withPartners(ctx, { [key]: value }));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      found.push({ key, problem: 'does not fit the other settings' });
    }
  }
  if (found.length > 0) return found;
  return Object.keys(taken).map((key) => ({ key, problem: 'does not fit the other settings' }));
}
