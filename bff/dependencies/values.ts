import { MalformedFile } from './found.ts';

/** What a parser of JSON, YAML or TOML gives: judged step by step, for people write these files. */
export type Table = Readonly<Record<string, unknown>>;

/** A table; undefined for anything else. */
export const tableOf = (value: unknown): Table | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? // Any object of a parser has text keys.
      (value as Table)
    : undefined;

/** A table; a file that has something else there is malformed. */
export function mustBeTable(value: unknown, what: string): Table {
  const table = tableOf(value);
  if (table === undefined) throw new MalformedFile(`${what} is not a table of names and values`);
  return table;
}

/** The tables of a list; empty for anything else. */
export const tablesOf = (value: unknown): Table[] =>
  (Array.isArray(value) ? value : []).flatMap((one: unknown): Table[] => {
    const table = tableOf(one);
    return table === undefined ? [] : [table];
  });

/** A text with something in it; undefined for anything else. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The texts of a text or list. */
export const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one: unknown) => textOf(one) ?? []);

/** The names of a table; empty for anything else. */
export const namesOf = (value: unknown): string[] => Object.keys(tableOf(value) ?? {});

/** What JSON says; a manifest that cannot be read tells nothing. */
export function jsonOf(text: string | undefined): Table | undefined {
  if (text === undefined) return undefined;
  try {
    return tableOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}
