import { type ApiDocument, objectOf, type Operation } from './document.ts';

/** An operation with the words that lead to it. */
export interface Indexed {
  readonly operation: Operation;
  readonly text: string;
  readonly parameters: readonly string[];
  readonly fields: readonly string[];
}

/** Why an operation was found, where its path and summary do not say it. */
export interface Hit {
  readonly operation: Operation;
  readonly why?: { readonly kind: 'parameter' | 'field'; readonly name: string };
}

/** Everything to search in, once for a document. */
export function indexOf(document: ApiDocument, operations: readonly Operation[]): Indexed[] {
  return operations.map((operation) => {
    const { id, method, path, summary, parameters, body, responses } = operation;
    const success = responses.find(({ status }) => status.startsWith('2'))?.schema;
    const fieldsOf = (schema: typeof success) =>
      Object.keys((schema && objectOf(document, schema)?.properties) ?? {});
    return {
      operation,
      text: `${method} ${path} ${summary} ${id}`.toLowerCase(),
      parameters: [...parameters.map(({ name }) => name), ...fieldsOf(body?.schema)],
      fields: fieldsOf(success),
    };
  });
}

/** Operations that have every word: first those whose path or summary has them. */
export function find(index: readonly Indexed[], query: string): Hit[] {
  const asked = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (asked.length === 0) return index.map(({ operation }) => ({ operation }));
  const direct: Hit[] = [];
  const indirect: Hit[] = [];
  for (const { operation, text, parameters, fields } of index) {
    const left = asked.filter((word) => !text.includes(word));
    const whole = left.join(' ');
    if (left.length === 0) {
      direct.push({ operation });
      continue;
    }
    const named = (names: readonly string[]) =>
      names.find((name) => left.every((word) => name.includes(word))) ?? '';
    const parameter = named(parameters);
    const field = named(fields);
    if (whole !== '' && parameter !== '')
      indirect.push({ operation, why: { kind: 'parameter', name: parameter } });
    else if (field !== '') indirect.push({ operation, why: { kind: 'field', name: field } });
  }
  return [...direct, ...indirect];
}
