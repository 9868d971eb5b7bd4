import type { RawCall } from '../../api/client.ts';
import { encodeQuery } from '../../api/wire.ts';
import { openapiWords } from '../../words/openapi.ts';
import type { Operation, Parameter, Schema } from './document.ts';

/** What was typed, by field; what is empty is not sent. */
export type Typed = Readonly<Record<string, string | File | undefined>>;

/** How a value is asked for. */
export type FieldKind = 'text' | 'choice' | 'list' | 'json' | 'file';

/** One field of the form: where its value goes and how it is asked for. */
export interface Field {
  /** Unique in the form: the same name may stand in the path and in the body. */
  readonly key: string;
  readonly name: string;
  readonly place: 'path' | 'query' | 'body';
  readonly schema: Schema;
  readonly required: boolean;
  readonly kind: FieldKind;
  readonly choices: readonly string[];
}

const typesOf = ({ type }: Schema): readonly string[] => [type ?? []].flat();

function choicesOf(schema: Schema): readonly string[] {
  if (schema.enum !== undefined) return schema.enum.map(String);
  return typesOf(schema).includes('boolean') ? ['true', 'false'] : [];
}

const isPlain = (schema: Schema | undefined): boolean =>
  schema !== undefined && typesOf(schema).some((type) => type === 'string' || type === 'integer');

function kindOf(schema: Schema): FieldKind {
  if (schema.format === 'binary') return 'file';
  if (choicesOf(schema).length > 0) return 'choice';
  const types = typesOf(schema);
  if (types.includes('array')) return isPlain(schema.items) ? 'list' : 'json';
  if (types.includes('object')) return 'json';
  return 'text';
}

const fieldOf = (place: Field['place'], name: string, found: Schema, required: boolean): Field => ({
  key: `${place}.${name}`,
  name,
  place,
  schema: found,
  required,
  kind: kindOf(found),
  choices: choicesOf(found),
});

/** The fields that an operation asks for. */
export function fieldsOf({ parameters, body }: Operation): Field[] {
  const needed = new Set(body?.schema.required);
  return [
    ...parameters.map(({ in: place, name, schema, required = false }) =>
      fieldOf(place, name, schema, required),
    ),
    ...Object.entries(body?.schema.properties ?? {}).map(([name, schema]) =>
      fieldOf('body', name, schema, needed.has(name)),
    ),
  ];
}

/** The call as it would be sent, or what stands in its way by field. */
export interface Prepared {
  readonly call: RawCall;
  readonly problems: Readonly<Record<string, string>>;
}

/** Puts what was typed where the operation wants it. Wrong values are sent: the server judges. */
export function prepare(operation: Operation, fields: readonly Field[], typed: Typed): Prepared {
  const problems: Record<string, string> = {};
  const query: Record<string, unknown> = {};
  const body: Record<string, unknown> = {};
  let { path } = operation;
  for (const field of fields) {
    const text = typed[field.key];
    const isMissing = text === undefined || text === '';
    if (field.place === 'path') {
      if (isMissing) problems[field.key] = openapiWords.missing;
      else
        path = path.replace(
          `{${field.name}}`,
          encodeURIComponent(text instanceof File ? text.name : text),
        );
      continue;
    }
    if (isMissing) continue;
    try {
      const value = text instanceof File ? text : valueOf(field, text);
      if (field.place === 'body') body[field.name] = value;
      else Object.assign(query, queryValue(operation.parameters, field.name, value));
    } catch {
      problems[field.key] = openapiWords.notJson;
    }
  }
  const search = encodeQuery(query);
  const url = search === '' ? path : `${path}?${search}`;
  const { method } = operation;
  if (operation.body === undefined) return { call: { method, url }, problems };
  const isForm = operation.body.media === 'multipart/form-data';
  return { call: { method, url, body: isForm ? formOf(body) : JSON.stringify(body) }, problems };
}

/** A text as the value that the schema wants; what is none stays a text. */
function valueOf({ kind, schema }: Field, text: string): unknown {
  if (kind === 'json') return JSON.parse(text) as unknown;
  if (kind === 'list') {
    const of = schema.items ?? {};
    return text.split(',').map((item) => scalar(of, item.trim()));
  }
  return scalar(schema, text);
}

function scalar(schema: Schema, text: string): unknown {
  const types = typesOf(schema);
  const isNumber = types.includes('integer') || types.includes('number');
  if (isNumber && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.includes('null') && text === 'null') return null;
  return text;
}

/** Lists as the parameter wants them: joined by commas, or under a name with brackets. */
function queryValue(parameters: readonly Parameter[], name: string, value: unknown) {
  const found = parameters.find((one) => one.in === 'query' && one.name === name);
  if (Array.isArray(value) && found?.explode === false) return { [name]: value.join(',') };
  // The encoder writes the brackets itself.
  return { [name.replace(/\[\]$/, '')]: value };
}

function formOf(body: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value instanceof File) form.set(name, value);
    else form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}
