import { leftovers } from '#contract/application-settings.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { FieldDef } from '#contract/field.ts';
import { type Settings, settingFields } from '#contract/settings/all.ts';
import type { settingsHistory } from '#contract/settings-history.ts';
import { presentAuditEvent } from '../audit/present.ts';
import type { AuditEventRow } from '../audit/rules.ts';

/** What is shown of a secret that is set. */
export const mask = '*****';

/** A value as people may see it. */
export const shownValue = (field: FieldDef, value: unknown): unknown =>
  field.type === 'secret' && value != null ? mask : value;

/** The values before and after a change, by key. */
export function changedValues(row: Pick<AuditEventRow, 'before' | 'after'>) {
  // Written by `updateSettings` alone, from plain objects.
  const before = JSON.parse(row.before ?? '{}') as Record<string, unknown>;
  const after = JSON.parse(row.after ?? '{}') as Record<string, unknown>;
  return Object.keys(after).map((key) => ({
    key,
    before: before[key] ?? null,
    after: after[key] ?? null,
  }));
}

/** A change of settings. */
export function presentChange(row: AuditEventRow): ResponseOf<typeof settingsHistory.list>[number] {
  const { id, actor, impersonator, reason, created_at } = presentAuditEvent(row);
  return { id, actor, impersonator, reason, created_at, changes: changedValues(row) };
}

/** What a read shows of the settings, by their keys and by their older names. */
const shownNames = settingFields
  .filter(({ writeonly }) => writeonly !== true)
  .flatMap((field) => [field.key, ...(field.aliases ?? [])].map((name) => ({ name, field })));

/** The settings' record: each value by its key and by its older names. */
export function presentSettings(
  settings: Settings,
  times: { first: string | null; last: string | null },
): Record<string, unknown> {
  const values: Readonly<Record<string, unknown>> = settings;
  const record: Record<string, unknown> = { id: 1 };
  for (const { name, field } of shownNames) record[name] = shownValue(field, values[field.key]);
  return Object.assign(record, leftovers, { created_at: times.first, updated_at: times.last });
}
