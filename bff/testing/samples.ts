import type * as z from 'zod';
import { type Endpoint, fullPath } from '#contract/endpoint.ts';

/** An id that no row has. */
const noSuchId = '999999999';

/** The path of an endpoint with every `:name` filled in: with no such id, or a word that is known. */
export function pathTo(endpoint: Endpoint, params: Readonly<Record<string, string>> = {}): string {
  const { by, of = {} } = endpoint.bodies ?? {};
  const [word = noSuchId] = Object.keys(of);
  const sampleOf = (name: string) => params[name] ?? (name === by ? word : noSuchId);
  return fullPath(endpoint).replace(/:(\w+)/g, (_, name: string) => sampleOf(name));
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

interface Peeled {
  type: z.core.$ZodType;
  optional: boolean;
}

function peel(schema: z.core.$ZodType): Peeled {
  let type = schema;
  let optional = false;
  for (;;) {
    // Wrappers of zod carry their inner type here; the loop ends at the first other type.
    const def = type._zod.def as { type: string; innerType?: z.core.$ZodType };
    if (!['optional', 'nullable', 'default'].includes(def.type) || !def.innerType) break;
    if (def.type !== 'nullable') optional = true;
    type = def.innerType;
  }
  return { type, optional };
}

function sampleOf(schema: z.core.$ZodType): unknown {
  const { type } = peel(schema);
  // Which of these a definition has is told by its `type`.
  const def = type._zod.def as unknown as {
    type: string;
    format?: string;
    entries: Record<string, unknown>;
    values: unknown[];
    element: z.core.$ZodType;
    options: z.core.$ZodType[];
    shape: Shape;
  };
  switch (def.type) {
    case 'int':
    case 'number':
      return 10;
    case 'boolean':
      return true;
    case 'string':
      if (def.format === 'date') return '2026-12-24';
      return def.format === 'datetime' ? '2026-12-24T10:00:00Z' : 'sample';
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'array':
      return [sampleOf(def.element)];
    case 'union':
      return sampleOf(def.options[0] as z.core.$ZodType);
    case 'object':
      return samplesOf(def.shape);
    default:
      return {};
  }
}

function samplesOf(shape: Shape): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape)
      .filter(([, schema]) => !peel(schema).optional)
      .map(([name, schema]) => [name, sampleOf(schema)]),
  );
}

const shapesOf = (endpoint: Endpoint): Shape => ({
  ...endpoint.query?.shape,
  ...(Object.values(endpoint.bodies?.of ?? {})[0] ?? endpoint.body)?.shape,
});

/** The input as a form, where the endpoint takes a file; undefined where it takes none. */
export function formOf(endpoint: Endpoint, input: object): FormData | undefined {
  const isFile = (name: string) => {
    const schema = shapesOf(endpoint)[name];
    return schema !== undefined && peel(schema).type._zod.def.type === 'custom';
  };
  if (!Object.keys(shapesOf(endpoint)).some(isFile)) return undefined;
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) {
    if (isFile(name)) form.set(name, new Blob(['sample']), 'sample.txt');
    else form.set(name, String(value));
  }
  return form;
}

/** The least that an endpoint's contract accepts, path parameters left out. */
export function acceptable(endpoint: Endpoint): Record<string, unknown> {
  const input = samplesOf(shapesOf(endpoint));
  for (const [one] of [endpoint.atLeastOne ?? [], endpoint.exactlyOne ?? []]) {
    const schema = one === undefined ? undefined : shapesOf(endpoint)[one];
    if (one !== undefined && schema !== undefined) input[one] = sampleOf(schema);
  }
  return input;
}

const misfits: Record<string, unknown> = {
  int: 'no number',
  number: 'no number',
  boolean: 'perhaps',
  enum: 'no such word',
  object: 'no hash',
};

/** The same with one field that the contract refuses; undefined where it accepts anything. */
export function unacceptable(endpoint: Endpoint): Record<string, unknown> | undefined {
  const input = acceptable(endpoint);
  for (const [name, schema] of Object.entries(shapesOf(endpoint))) {
    const misfit = misfits[peel(schema).type._zod.def.type];
    if (misfit !== undefined) return { ...input, [name]: misfit };
  }
  const [required] = Object.keys(input);
  if (required === undefined) return undefined;
  return Object.fromEntries(Object.entries(input).filter(([name]) => name !== required));
}
