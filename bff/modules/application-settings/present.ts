import { type Settings, settingFields } from '#contract/settings/all.ts';

/** The settings' record: each value by its key and by its older names. */
export function presentSettings(settings: Settings): Record<string, unknown> {
  const values: Record<string, unknown> = { ...settings };
  return Object.fromEntries(
    settingFields.flatMap(({ key, aliases = [] }) =>
      [key, ...aliases].map((name) => [name, values[key]]),
    ),
  );
}
