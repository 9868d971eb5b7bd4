export type Search = Record<string, string | string[]>;

/** A search as plain strings; a repeated key is a list. */
export function parseSearch(text: string): Search {
  const search: Search = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const before = search[name];
    if (before === undefined) search[name] = value;
    else search[name] = Array.isArray(before) ? [...before, value] : [before, value];
  }
  return search;
}

/** The inverse; what is undefined or empty is left out. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) params.append(name, String(item));
    }
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** A value of a search as one text, or nothing. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
