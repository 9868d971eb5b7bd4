/** What a spreadsheet would run as a formula; the server takes the apostrophe off on the way in. */
const formula = /^[=+\-@\t\r]/;

/** One cell: neutral, and quoted where it must be. */
function cell(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = textOf(value);
  const neutral = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(neutral) ? `"${neutral.replaceAll('"', '""')}"` : neutral;
}

const names = ['username', 'path_with_namespace', 'full_path', 'name', 'title'] as const;

/** A value of a record as one text: people and places by their names, lists joined by commas. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value !== 'object') return JSON.stringify(value);
  const named = names.map((name) => Reflect.get(value, name) as unknown).find(isText);
  return named ?? JSON.stringify(value);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** One line of a CSV file. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;
