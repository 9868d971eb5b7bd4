import type { Visibility } from '#contract/common.ts';
import type { FieldDef } from '#contract/field.ts';
import { type Settings, settingFields } from '#contract/settings/all.ts';
import { actingUserId, type Ctx, isAdministrator, now, transact } from '../../context.ts';
import { badParameters, invalid } from '../../errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import { audit, auditedTimes } from '../audit/rules.ts';
import { forgetSettings, freshSettings } from './cache.ts';
import { heldHere, refuseUnfit } from './fips-rules.ts';
import { mask, shownValue } from './present.ts';
import { listOverrides, putOverride, removeOverride } from './repository.ts';
import { type Change, inStep, refuseHousekeeping, wrongTogether } from './special-rules.ts';

const defaults = Object.fromEntries(settingFields.map((field) => [field.key, field.default]));
/** What an audit row of a change is called. */
export const changeOfSettings = 'application_settings.update';
/** Settings whose change is work of its own. */
const askForWork = new Set(['max_personal_access_token_lifetime']);
const known = new Set(settingFields.map((field) => field.key));

/** The settings in force: the defaults with what an administrator changed; at most 60 s old. */
export async function settingsOf(ctx: Ctx): Promise<Settings> {
  const fresh = freshSettings(ctx.settingsCache, ctx.clock.now());
  if (fresh !== undefined) return fresh;
  const { generation } = ctx.settingsCache;
  const settings = await readSettings(ctx);
  // Inside a transaction the read may see what is not committed yet.
  if (!ctx.inTransaction && generation === ctx.settingsCache.generation) {
    ctx.settingsCache.kept = { settings, at: ctx.clock.now() };
  }
  return settings;
}

/** The settings as they are stored now, whatever this process kept. */
export const storedSettings = (ctx: Ctx): Promise<Settings> => readSettings(ctx);

/** 400 for a visibility that only administrators may use. */
export async function refuseRestricted(ctx: Ctx, visibility: Visibility): Promise<void> {
  const { restricted_visibility_levels: restricted } = await settingsOf(ctx);
  if (isAdministrator(ctx) || !restricted.includes(visibility)) return;
  throw invalid({ visibility_level: [`${visibility} has been restricted by the administrator`] });
}

async function readSettings(ctx: Ctx): Promise<Settings> {
  const stored = (await listOverrides(ctx.db))
    .filter((row) => known.has(row.key))
    .map((row): [string, unknown] => [row.key, JSON.parse(row.value)]);
  // Rows are written by `updateSettings` alone, from values that the contract let through.
  return heldHere(ctx, { ...defaults, ...Object.fromEntries(stored) }) as unknown as Settings;
}

/** When a setting was changed first and last; null for never. */
export const settingsTimes = (ctx: Ctx): Promise<{ first: string | null; last: string | null }> =>
  auditedTimes(ctx, changeOfSettings);

/** Changes settings: all of the change or, where one value is refused, nothing. */
export async function updateSettings(ctx: Ctx, body: Change): Promise<Settings> {
  const change = await readChange(ctx, body);
  return transact(ctx, async (ctx) => {
    const { before, after, differing } = await outcomeOf(ctx, change);
    for (const field of differing) await store(ctx, field, after[field.key]);
    const values = (from: Change) =>
      Object.fromEntries(differing.map((field) => [field.key, shownValue(field, from[field.key])]));
    await audit(ctx, {
      action: changeOfSettings,
      subject: { type: 'ApplicationSettings', id: null, name: 'instance' },
      before: values(before),
      after: values(after),
    });
    const keys = differing.map(({ key }) => key).filter((key) => askForWork.has(key));
    if (keys.length > 0) await enqueue(ctx, 'settings_changed', { keys });
    ctx.afterCommit(() => forgetSettings(ctx.settingsCache));
    return after as unknown as Settings;
  });
}

/** What `updateSettings` would do, or refuse. */
export const tryUpdate = async (ctx: Ctx, body: Change): Promise<Outcome> =>
  outcomeOf(ctx, await readChange(ctx, body));

/** Settings before and after a change, and those that differ. */
export interface Outcome {
  before: Change;
  after: Change;
  differing: readonly FieldDef[];
}

async function readChange(ctx: Ctx, body: Change): Promise<Change> {
  const missing = missingPartners(body).map(({ partner }) => `${partner} is missing`);
  if (missing.length > 0) throw badParameters(...missing);
  refuseHousekeeping(body);
  const change = takenOf(body);
  refuseUnfit(ctx, change);
  return inStep(ctx, change);
}

async function outcomeOf(ctx: Ctx, change: Change): Promise<Outcome> {
  const before: Change = { ...(await readSettings(ctx)) };
  const after: Change = { ...before, ...sealed(ctx, change) };
  refuseWrong({ change, before, after });
  const differing = settingFields.filter(({ key }) => !same(before[key], after[key]));
  return { before, after, differing };
}

async function store(ctx: Ctx, field: FieldDef, value: unknown): Promise<void> {
  if (same(value, field.default)) return removeOverride(ctx.db, field.key);
  await putOverride(ctx.db, {
    key: field.key,
    value: JSON.stringify(value),
    updated_at: now(ctx),
    updated_by: actingUserId(ctx),
  });
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What is sent, by the keys of the rows: an old name counts where the new one is absent. */
function takenOf(body: Change): Change {
  const change: Change = {};
  for (const { key, aliases = [], type, readonly, default: initial } of settingFields) {
    if (readonly === true) continue;
    const name = [key, ...aliases].find((candidate) => body[candidate] !== undefined);
    if (name === undefined) continue;
    // What a read shows of a secret is not the secret.
    if (type === 'secret' && body[name] === mask) continue;
    const isNoList = type === 'string_list' && initial !== null && body[name] === null;
    change[key] = isNoList ? [] : body[name];
  }
  return change;
}

/** Secrets as they are stored: nothing of them is there to read. An empty one is none. */
const sealed = (ctx: Ctx, change: Change): Change => {
  const secrets = settingFields.flatMap(({ key, type }) => {
    const value = change[key];
    if (type !== 'secret' || typeof value !== 'string') return [];
    return [[key, value === '' ? null : ctx.secrets.encrypt(value)] as const];
  });
  return { ...change, ...Object.fromEntries(secrets) };
};

/** Switches that are turned on without what they need, by new names or by old ones. */
export function missingPartners(body: Change): { key: string; partner: string }[] {
  return settingFields.flatMap(({ key, aliases = [], requires = [] }) => {
    const names = [key, ...aliases];
    const sent = names.findIndex((name) => body[name] !== undefined);
    if (sent === -1 || body[names[sent] ?? key] !== true) return [];
    return requires.flatMap((partner) => {
      const field = settingFields.find((candidate) => candidate.key === partner);
      const spellings = [partner, ...(field?.aliases ?? [])];
      if (spellings.some((name) => body[name] !== undefined)) return [];
      return [{ key, partner: spellings[sent] ?? partner }];
    });
  });
}

/** Refuses the change with the texts of each value that is wrong. */
function refuseWrong(given: { change: Change; before: Change; after: Change }): void {
  const { change, after } = given;
  const problems: Record<string, string[]> = {};
  for (const field of settingFields) {
    const value = change[field.key];
    const text = value == null ? undefined : problemOf(field, value);
    if (text !== undefined) problems[field.key] = [text];
    if (isSet(value)) {
      const empty = (field.needs ?? []).filter((partner) => !isSet(after[partner]));
      for (const partner of empty) problems[partner] = ["can't be blank"];
    }
  }
  for (const [key, text] of wrongTogether(change, after)) problems[key] = [text];
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

const isSet = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value != null && value !== false && value !== '';

/** What is wrong with the value of a row; undefined where it fits. */
export function problemOf(field: FieldDef, value: unknown): string | undefined {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, pattern } = field;
  if (typeof value === 'number') {
    if (value < min) return `must be greater than or equal to ${min}`;
    if (value > max) return `must be less than or equal to ${max}`;
  }
  if (typeof value === 'string') {
    if ([...value].length > max) return `is too long (maximum is ${max} characters)`;
    if (pattern !== undefined && !new RegExp(pattern.source).test(value)) return pattern.says;
  }
  if (Array.isArray(value) && value.length > max) return `is too long (maximum is ${max} entries)`;
  return undefined;
}
