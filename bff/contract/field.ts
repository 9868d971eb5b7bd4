import * as z from 'zod';
import { hints, upload } from './common.ts';

export type FieldType =
  | 'boolean'
  | 'integer'
  | 'string'
  | 'text'
  | 'secret'
  | 'colour'
  | 'enum'
  | 'integer_enum'
  | 'string_list'
  | 'number'
  | 'json'
  | 'image';

/** One value that people fill in, as data: settings and appearance; schemas, forms and docs are made of it. */
export interface FieldDef {
  readonly key: string;
  readonly type: FieldType;
  /** What holds until somebody sets another; null means no value, and may be written. */
  readonly default: boolean | number | string | readonly string[] | object | null;
  readonly label: string;
  readonly help: string;
  /** Values of an enum, or members of a list. */
  readonly options?: readonly (string | number)[];
  /** Bounds of a number, of the length of a text, or of the count of a list. */
  readonly min?: number;
  readonly max?: number;
  readonly unit?: string;
  /** What a text must look like, with the words for one that does not. */
  readonly pattern?: { readonly source: string; readonly says: string };
  /** Older names: accepted where the key itself is absent, and returned beside it. */
  readonly aliases?: readonly string[];
  /** Of a switch: what must be sent along when it is turned on. */
  readonly requires?: readonly string[];
  /** Once it is set: what must be set too, in the same request or before. */
  readonly needs?: readonly string[];
  /** What an object holds. */
  readonly shape?: z.ZodType;
  /** What says the same in a newer way; this one follows it. */
  readonly successor?: string;
  /** Returned as it is; what is sent is ignored. */
  readonly readonly?: boolean;
  /** Taken, and not returned. */
  readonly writeonly?: boolean;
  /** Holds from the next start on. */
  readonly restart?: boolean;
  /** The module that obeys it, or `none`. */
  readonly enforced_by: string;
  /** Why nothing here obeys it, as people are told. */
  readonly reason?: string;
}

interface Values {
  boolean: boolean;
  integer: number;
  string: string;
  text: string;
  secret: string;
  colour: string;
  enum: string;
  integer_enum: number;
  string_list: readonly string[];
  number: number;
  json: object;
  image: string;
}

type OptionOf<F> = F extends { options: readonly (infer O)[] } ? O : string;

/** The type of a field's value. */
export type ValueOf<F extends FieldDef> =
  | (F['type'] extends 'enum' | 'integer_enum'
      ? OptionOf<F>
      : F['type'] extends 'string_list'
        ? readonly OptionOf<F>[]
        : Values[F['type']])
  | (F['default'] extends null ? null : never);

/** Values of fields by key. */
export type ValuesOf<F extends FieldDef> = { [R in F as R['key']]: ValueOf<R> };

function typeOf(field: FieldDef): z.ZodType {
  const { options = [] } = field;
  // The rows of an enum name texts; a test over all rows proves it.
  const words = options as readonly string[];
  switch (field.type) {
    case 'boolean':
      return z.boolean();
    case 'integer':
      return z.int();
    case 'number':
      return z.number();
    case 'json':
      if (field.shape === undefined) throw new Error(`${field.key} has no shape`);
      return field.shape;
    case 'string':
    case 'text':
    case 'secret':
    case 'colour':
    case 'image':
      return z.string();
    case 'enum':
      return z.enum(words);
    case 'integer_enum':
      return z.union(options.map((option) => z.literal(option)));
    case 'string_list': {
      const list = z.array(words.length > 0 ? z.enum(words) : z.string());
      return list.register(hints, { comma: true, lines: true });
    }
  }
}

const valueType = (field: FieldDef) =>
  field.default === null ? typeOf(field).nullable() : typeOf(field);

function shapeOf(
  fields: readonly FieldDef[],
  build: (field: FieldDef) => z.ZodType,
): Record<string, z.ZodType> {
  return Object.fromEntries(
    fields.flatMap((field) =>
      [field.key, ...(field.aliases ?? [])].map((name) => [
        name,
        build(field).describe(field.help),
      ]),
    ),
  );
}

const isReturned = (field: FieldDef) => field.writeonly !== true;

/**
 * What a change of some of these fields may hold: each may be absent, no list is an empty one, and
 * an image is sent as a file.
 */
export const bodyOf = (fields: readonly FieldDef[]) =>
  z.object(shapeOf(fields, (field) => changeType(field).optional()));

function changeType(field: FieldDef): z.ZodType {
  if (field.type === 'image') return upload().nullable();
  return field.type === 'string_list' ? typeOf(field).nullable() : valueType(field);
}

/** What a record of these fields holds. */
export const recordOf = (fields: readonly FieldDef[]) =>
  z.object(shapeOf(fields.filter(isReturned), valueType));
