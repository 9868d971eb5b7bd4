import { openapiWords } from '../../words/openapi.ts';

const words = openapiWords.types;

/** A schema of the document, as far as the page reads it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly description?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly style?: string;
  readonly explode?: boolean;
}

interface RawOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
}

/** The document of `GET /api/v4/openapi.json`. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** One operation: what is called, with what, and what is looked for in it. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly media: string; readonly schema: Schema } | undefined;
  readonly responses: readonly {
    readonly status: string;
    readonly description: string;
    readonly media: string | undefined;
    readonly schema: Schema | undefined;
  }[];
}

/** `mergeRequests` as a heading: `Merge requests`. */
export function headingOf(tag: string): string {
  const spaced = tag.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** All operations in the order of their groups. */
export function operationsOf(document: ApiDocument): Operation[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => operationOf(path, method, raw)),
  );
  return all.sort((a, b) => (a.tag === b.tag ? 0 : a.tag < b.tag ? -1 : 1));
}

function operationOf(path: string, method: string, raw: RawOperation): Operation {
  const [body] = Object.entries(raw.requestBody?.content ?? {});
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    tag: raw.tags[0] ?? '',
    summary: raw.summary,
    description: raw.description,
    parameters: raw.parameters ?? [],
    body: body && { media: body[0], schema: body[1].schema },
    responses: Object.entries(raw.responses).map(([status, { description, content }]) => {
      const [first] = Object.entries(content ?? {});
      return { status, description, media: first?.[0], schema: first?.[1].schema };
    }),
  };
}

/** The schema that a reference stands for. */
function resolve(document: ApiDocument, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (document.components.schemas[name] ?? schema);
}

/** What a value is, in a few words: `list of Label`, `string or null`. */
export function typeText(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? schema.$ref;
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (parts !== undefined) return [...new Set(parts.map(typeText))].join(words.or);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => String(value)).join(' | ');
  if (schema.format === 'binary') return words.file;
  const types = [schema.type ?? words.any].flat();
  return types
    .map((type) => {
      if (type === 'array') return words.list(typeText(schema.items ?? {}));
      const { additionalProperties: values } = schema;
      if (type === 'object' && typeof values === 'object') return words.map(typeText(values));
      return schema.format === undefined || type === 'null' ? type : schema.format;
    })
    .join(words.or);
}

/** The object whose fields are to be shown: behind references, lists and alternatives. */
export function objectOf(document: ApiDocument, schema: Schema): Schema | undefined {
  const found = resolve(document, schema);
  if (found.properties !== undefined) return found;
  if (found.items !== undefined) return objectOf(document, found.items);
  const parts = found.anyOf ?? found.oneOf ?? found.allOf ?? [];
  return parts.map((part) => objectOf(document, part)).find((part) => part !== undefined);
}
