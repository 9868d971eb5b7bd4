import type * as z from 'zod';

/** Leaves of a value what its schema declares; the value itself where nothing is to be cut. */
type Cut = (value: unknown) => unknown;

/** Undefined: below it nothing can be undeclared. */
type Compiled = Cut | undefined;

const compiled = new WeakMap<z.core.$ZodType, { cut: Compiled }>();

/**
 * The value without fields that the schema does not declare: the guard against leaks, at a tenth
 * of the price of a whole check. What is declared keeps its place and is not looked at.
 */
export function declaredOnly(schema: z.core.$ZodType, value: unknown): unknown {
  const cut = compile(schema);
  return cut === undefined ? value : cut(value);
}

function compile(schema: z.core.$ZodType): Compiled {
  const known = compiled.get(schema);
  if (known !== undefined) return known.cut;
  const cut = build(schema);
  compiled.set(schema, { cut });
  return cut;
}

function build(schema: z.core.$ZodType): Compiled {
  const { def } = schema._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable': {
      // Both wrappers carry their inner type.
      const inner = compile((def as z.core.$ZodOptionalDef).innerType);
      return inner && ((value) => (value === undefined || value === null ? value : inner(value)));
    }
    case 'array':
      return ofArray(compile((def as z.core.$ZodArrayDef).element));
    case 'object':
      return ofObject(def as z.core.$ZodObjectDef);
    case 'record':
      return ofRecord(compile((def as z.core.$ZodRecordDef).valueType));
    default:
      return leaves.has(def.type) ? undefined : parsing(schema);
  }
}

const leaves: ReadonlySet<string> = new Set([
  'string',
  'number',
  'int',
  'boolean',
  'null',
  'undefined',
  'void',
  'literal',
  'enum',
  'any',
  'unknown',
]);

/** Which branch of a union a value belongs to is for zod to say, where its fields do not tell. */
function parsing(schema: z.core.$ZodType): Compiled {
  const { def } = schema._zod;
  const options = def.type === 'union' ? (def as z.core.$ZodUnionDef).options : [];
  const cuts = options.map(compile);
  if (options.length > 0 && cuts.every((cut) => cut === undefined)) return undefined;
  const branches = options.flatMap((option, at) => branchOf(option, cuts[at]));
  return (value) => {
    if (!holdsFields(value)) return value;
    if (branches.length === options.length) {
      const branch = branches.find(({ fits }) => fits(value));
      if (branch !== undefined) return branch.cut?.(value) ?? value;
    }
    // Every schema of the contract is made by zod's classic interface.
    const checked = (schema as z.ZodType).safeParse(value);
    if (!checked.success) throw new Error(`an answer fits no branch: ${checked.error.message}`);
    return checked.data;
  };
}

/** An object of a union, which a value is when it has all fields that it must have and no others. */
function branchOf(option: z.core.$ZodType, cut: Compiled) {
  const { def } = option._zod;
  if (def.type !== 'object') return [];
  const { shape } = def as z.core.$ZodObjectDef;
  const needed = Object.keys(shape).filter((name) => shape[name]?._zod.optout !== 'optional');
  const fits = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return false;
    for (const name in value) if (!Object.hasOwn(shape, name)) return false;
    return needed.every((name) => name in value);
  };
  return [{ fits, cut }];
}

/** Whether anything could be undeclared in it: not in texts and numbers, nor in lists of them. */
const holdsFields = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(holdsFields) : typeof value === 'object' && value !== null;

function ofArray(element: Compiled): Compiled {
  if (element === undefined) return undefined;
  return (value) => {
    if (!Array.isArray(value)) return value;
    const given: readonly unknown[] = value;
    let copy: unknown[] | undefined;
    for (let at = 0; at < given.length; at++) {
      const before = given[at];
      const after = element(before);
      if (after === before) continue;
      copy ??= [...given];
      copy[at] = after;
    }
    return copy ?? given;
  };
}

function ofRecord(inner: Compiled): Compiled {
  if (inner === undefined) return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one)]));
  };
}

function ofObject(def: z.core.$ZodObjectDef): Compiled {
  const open = def.catchall !== undefined && def.catchall._zod.def.type !== 'never';
  const fields = new Map<string, Compiled>();
  for (const [name, schema] of Object.entries(def.shape)) fields.set(name, compile(schema));
  const deep = [...fields].flatMap(([name, cut]) => (cut === undefined ? [] : [{ name, cut }]));
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    // An object of the server's own making, read by names that the contract declares.
    const given = value as Record<string, unknown>;
    let copy: Record<string, unknown> | undefined;
    if (!open) {
      for (const name in given) {
        if (fields.has(name)) continue;
        copy ??= { ...given };
        delete copy[name];
      }
    }
    for (const { name, cut } of deep) {
      const before = given[name];
      const after = cut(before);
      if (after === before) continue;
      copy ??= { ...given };
      copy[name] = after;
    }
    return copy ?? value;
  };
}
