import type * as z from 'zod';
import { type FieldHints, hints } from '#contract/common.ts';

/** A field's schema without its wrappers, and what they said. */
export interface Peeled {
  schema: z.core.$ZodType;
  optional: boolean;
  nullable: boolean;
  fallback: { value: unknown } | undefined;
  hints: FieldHints;
}

const peeled = new WeakMap<z.core.$ZodType, Peeled>();

/** The schema without its optional, nullable and default wrappers; worked out once for each. */
export function peel(schema: z.core.$ZodType): Peeled {
  const known = peeled.get(schema);
  if (known) return known;
  const result: Peeled = {
    schema,
    optional: false,
    nullable: false,
    fallback: undefined,
    hints: {},
  };
  for (;;) {
    // Every wrapper type of zod carries its inner type here; the loop ends at the first other type.
    const def = result.schema._zod.def as z.core.$ZodTypeDef & {
      innerType: z.core.$ZodType;
      defaultValue: unknown;
    };
    result.hints = { ...hints.get(result.schema), ...result.hints };
    if (def.type === 'optional') result.optional = true;
    else if (def.type === 'nullable') result.nullable = true;
    else if (def.type === 'default') result.fallback = { value: def.defaultValue };
    else break;
    result.schema = def.innerType;
  }
  peeled.set(schema, result);
  return result;
}
