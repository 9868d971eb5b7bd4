import type { Visibility } from '#contract/common.ts';
import type { FieldDef } from '#contract/field.ts';
import { type Settings, settingFields } from '#contract/settings/all.ts';
import { actingUserId, type Ctx, isAdministrator, now, transact } from '../../context.ts';
import { badParameters, invalid } from '../../errors.ts';
import { isBranchName } from '../../git/names.ts';
import { audit } from '../audit/rules.ts';
import { forgetSettings, freshSettings } from './cache.ts';
import { listOverrides, putOverride, removeOverride } from './repository.ts';

const defaults = Object.fromEntries(settingFields.map((field) => [field.key, field.default]));
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
  return { ...defaults, ...Object.fromEntries(stored) } as unknown as Settings;
}

type Change = Record<string, unknown>;

/** Changes settings: all of the change or, where one value is refused, nothing. */
export async function updateSettings(ctx: Ctx, body: Change): Promise<Settings> {
  const change = withoutAliases(body);
  refuseWithoutPartners(body);
  return transact(ctx, async (ctx) => {
    const before: Change = { ...(await readSettings(ctx)) };
    const after: Change = { ...before, ...change };
    refuseWrong(change, after);
    const differing = settingFields.filter(({ key }) => !same(before[key], after[key]));
    for (const field of differing) await store(ctx, field, after[field.key]);
    const values = (from: Change) =>
      Object.fromEntries(differing.map(({ key }) => [key, from[key]]));
    await audit(ctx, {
      action: 'application_settings.update',
      subject: { type: 'ApplicationSettings', id: null, name: 'instance' },
      before: values(before),
      after: values(after),
    });
    ctx.afterCommit(() => forgetSettings(ctx.settingsCache));
    return after as unknown as Settings;
  });
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

/** The change by the keys of the rows: an old name counts where the new one is absent. */
function withoutAliases(body: Change): Change {
  const change: Change = {};
  for (const { key, aliases = [] } of settingFields) {
    const name = [key, ...aliases].find((candidate) => body[candidate] !== undefined);
    if (name !== undefined) change[key] = body[name];
  }
  return change;
}

/** A switch is turned on together with what it needs, by new names or by old ones. */
function refuseWithoutPartners(body: Change): void {
  const missing: string[] = [];
  for (const { key, aliases = [], requires = [] } of settingFields) {
    const names = [key, ...aliases];
    const sent = names.findIndex((name) => body[name] !== undefined);
    if (sent === -1 || body[names[sent] ?? key] !== true) continue;
    for (const partner of requires) {
      const field = settingFields.find((candidate) => candidate.key === partner);
      const spellings = [partner, ...(field?.aliases ?? [])];
      if (spellings.some((name) => body[name] !== undefined)) continue;
      missing.push(`${spellings[sent] ?? partner} is missing`);
    }
  }
  if (missing.length > 0) throw badParameters(...missing);
}

/** Refuses the change with the texts of each value that is wrong. */
function refuseWrong(change: Change, after: Change): void {
  const problems: Record<string, string[]> = {};
  for (const field of settingFields) {
    const value = change[field.key];
    const text = value == null ? undefined : problemOf(field, value);
    if (text !== undefined) problems[field.key] = [text];
  }
  const branch = change.default_branch_name;
  if (typeof branch === 'string' && branch !== '' && !isBranchName(branch)) {
    problems.default_branch_name = ['is invalid'];
  }
  const restricted = after.restricted_visibility_levels;
  for (const key of ['default_project_visibility', 'default_group_visibility']) {
    if (Array.isArray(restricted) && restricted.includes(after[key])) {
      problems[key] = ['cannot be set to a restricted visibility level'];
    }
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

function problemOf(field: FieldDef, value: unknown): string | undefined {
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
