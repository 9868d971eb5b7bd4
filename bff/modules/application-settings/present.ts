import { leftovers } from '#contract/application-settings.ts';
import type { FieldDef } from '#contract/field.ts';
import { type Settings, settingFields } from '#contract/settings/all.ts';

/** What is shown of a secret that is set. */
export const mask = '*****';

/** A value as people may see it. */
export const shownValue = (field: FieldDef, value: unknown): unknown =>
  field.type === 'secret' && value != null ? mask : value;

/** The settings' record: each value by its key and by its older names. */
export function presentSettings(
  settings: Settings,
  times: { first: string | null; last: string | null },
): Record<string, unknown> {
  const values: Record<string, unknown> = { ...settings };
  const shown: [string, unknown][] = settingFields
    .filter(({ writeonly }) => writeonly !== true)
    .flatMap((field) =>
      [field.key, ...(field.aliases ?? [])].map((name): [string, unknown] => [
        name,
        shownValue(field, values[field.key]),
      ]),
    );
  const record: Record<string, unknown> = Object.fromEntries(shown);
  return {
    id: 1,
    ...record,
    ...leftovers,
    created_at: times.first,
    updated_at: times.last,
  };
}
