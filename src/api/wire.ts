/** A query string with brackets: `labels[]=a&not[author]=b`. What is undefined is left out. */
export function encodeQuery(query: Readonly<Record<string, unknown>>): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (value === undefined) return;
    if (Array.isArray(value)) for (const item of value) add(`${name}[]`, item);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) add(`${name}[${key}]`, item);
    } else pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`);
  };
  for (const [name, value] of Object.entries(query)) add(name, value);
  return pairs.join('&');
}

/** A value as a form or a query carries it. */
export function textOf(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
