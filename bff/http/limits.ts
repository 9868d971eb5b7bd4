import type * as z from 'zod';

/** Bounds of a number or of a text's length, and the patterns a text must match. */
export interface Limits {
  integer: boolean;
  minimum: number;
  maximum: number;
  patterns: readonly RegExp[];
}

const known = new WeakMap<z.core.$ZodType, Limits>();

interface CheckDef {
  check?: string;
  format?: string;
  value?: number;
  inclusive?: boolean;
  minimum?: number;
  maximum?: number;
  pattern?: RegExp;
}

/** The limits that a schema's checks state; worked out once for each schema. */
export function limitsOf(schema: z.core.$ZodType): Limits {
  const found = known.get(schema);
  if (found) return found;
  // Every schema's own definition may be a check itself (`z.int()`), and holds further ones.
  const own = schema._zod.def as CheckDef & { checks?: { _zod: { def: CheckDef } }[] };
  const checks: CheckDef[] = [own, ...(own.checks ?? []).map((check) => check._zod.def)];
  const limits: Limits = {
    integer: checks.some(
      (check) => check.check === 'number_format' && /int/.test(check.format ?? ''),
    ),
    minimum: Number.NEGATIVE_INFINITY,
    maximum: Number.POSITIVE_INFINITY,
    patterns: checks.flatMap((check) => check.pattern ?? []),
  };
  for (const { check, value = 0, inclusive, minimum, maximum } of checks) {
    if (check === 'greater_than') limits.minimum = inclusive ? value : value + 1;
    if (check === 'less_than') limits.maximum = inclusive ? value : value - 1;
    if (check === 'min_length') limits.minimum = minimum ?? 0;
    if (check === 'max_length') limits.maximum = maximum ?? Number.POSITIVE_INFINITY;
  }
  known.set(schema, limits);
  return limits;
}
