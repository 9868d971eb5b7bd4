import type { FieldDef } from '#contract/field.ts';
import { settingSections } from '#contract/settings/all.ts';
import { type SettingSectionName, settingSectionNames } from '#contract/settings/section-names.ts';
import { storedSecret } from '../../form/secret-field.tsx';
import { settingsWords } from '../../words/application-settings.ts';

export type Values = Readonly<Record<string, unknown>>;

/** A setting and the section that it stands in. */
export interface SettingRow {
  readonly section: SettingSectionName;
  readonly field: FieldDef;
}

export const settingRows: readonly SettingRow[] = settingSections.flatMap(({ name, fields }) =>
  fields.map((field) => ({ section: name, field })),
);

const byKey: ReadonlyMap<string, SettingRow> = new Map(
  settingRows.map((row) => [row.field.key, row]),
);

/** The row of a setting; undefined for a name that is none. */
export const rowOf = (key: string): SettingRow | undefined => byKey.get(key);

/** A value as people may see it: of a secret only that there is one. */
export const shownValue = (key: string, value: unknown): unknown =>
  rowOf(key)?.field.type === 'secret' && value != null ? storedSecret : value;

export const sectionLabel = (section: SettingSectionName): string => settingSectionNames[section];

export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export const isDefault = (field: FieldDef, value: unknown) => same(value ?? null, field.default);

/** It has another name by now, or nobody can change it. */
export const isFixed = ({ successor, readonly }: FieldDef) =>
  successor !== undefined || readonly === true;

const longest = 40;
const { value: words } = settingsWords;

/** A value in a word or two. */
export function valueWord(field: FieldDef, value: unknown): string {
  if (value === null || value === undefined) return words.none;
  if (field.type === 'secret') return words.set;
  if (typeof value === 'boolean') return value ? words.on : words.off;
  if (value === '') return words.empty;
  if (Array.isArray(value)) return words.entries(value.length);
  const text = plainText(value);
  const cut = [...text];
  const shown = cut.length > longest ? `${cut.slice(0, longest - 1).join('')}…` : text;
  return field.unit === undefined ? shown : `${shown} ${field.unit}`;
}

/** A value as the API writes it; a text stands for itself. */
export const plainText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** What a search looks through: label, names, help and the value, but for mere switches. */
function haystack({ section, field }: SettingRow, value: unknown): string {
  const shown = typeof value === 'boolean' || value == null ? '' : plainText(value);
  const names = [field.key, ...(field.aliases ?? [])];
  return [field.label, ...names, field.help, sectionLabel(section), shown].join('\n').toLowerCase();
}

/** Rows in which every word of the text occurs, and of those that differ from their default. */
export function filterRows(
  stored: Values,
  { text, onlyChanged }: { text: string; onlyChanged: boolean },
): SettingRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return settingRows.filter((row) => {
    const value = stored[row.field.key];
    if (onlyChanged && (row.field.writeonly || isDefault(row.field, value))) return false;
    const texts = words.length > 0 ? haystack(row, value) : '';
    return words.every((word) => texts.includes(word));
  });
}

/** A setting that is typed but not saved. */
export interface Unsaved extends SettingRow {
  readonly now: unknown;
  readonly after: unknown;
}

/** What was typed and differs from what is stored, in the order of the screens. */
export const unsavedOf = (typed: Values, stored: Values): Unsaved[] =>
  settingRows.flatMap((row) => {
    const { key, default: unset } = row.field;
    const now = stored[key] ?? unset;
    const after = typed[key] ?? null;
    return same(now, after) ? [] : [{ ...row, now, after }];
  });

const isEmpty = (value: unknown) =>
  value == null || value === '' || (Array.isArray(value) && value.length === 0);

const turnedOn = (unsaved: readonly Unsaved[]) => unsaved.filter(({ after }) => after === true);

/** What is sent: the changes, and with each switch that is turned on what it asks for. */
export const bodyOfUnsaved = (unsaved: readonly Unsaved[], typed: Values): Values =>
  Object.fromEntries([
    ...turnedOn(unsaved).flatMap(({ field }) =>
      (field.requires ?? []).map((partner) => [partner, typed[partner] ?? null] as const),
    ),
    ...unsaved.map(({ field, after }) => [field.key, after] as const),
  ]);

/** What has to be filled in with a value: of a switch what it is sent with, and what it needs. */
export const partnersOf = ({ requires = [], needs = [] }: FieldDef): readonly string[] => [
  ...new Set([...requires, ...needs]),
];

/** What is typed while something that it goes with is empty. */
export function unmetOf(unsaved: readonly Unsaved[], typed: Values) {
  return unsaved.flatMap(({ field, after }) => {
    if (after === false || isEmpty(after)) return [];
    const empty = partnersOf(field).filter((partner) => isEmpty(typed[partner]));
    return empty.length > 0 ? [{ key: field.key, partners: empty }] : [];
  });
}
