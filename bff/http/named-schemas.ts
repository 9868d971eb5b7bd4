import * as z from 'zod';

/** Every schema with a name of its own below the given ones, each once and parts before wholes. */
export function namedSchemas(roots: readonly (z.ZodType | null | undefined)[]): z.ZodType[] {
  const seen = new Set<z.core.$ZodType>();
  const named: z.ZodType[] = [];
  const visit = (schema: z.core.$ZodType): void => {
    if (seen.has(schema)) return;
    seen.add(schema);
    for (const child of childrenOf(schema)) visit(child);
    // All schemas of the contract are of zod's full library, never of its core alone.
    if (z.globalRegistry.get(schema)?.id !== undefined) named.push(schema as z.ZodType);
  };
  for (const root of roots) if (root) visit(root);
  return named;
}

function childrenOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  // Which of these a definition has depends on its type; the absent ones add nothing.
  const def = schema._zod.def as {
    innerType?: z.core.$ZodType;
    element?: z.core.$ZodType;
    valueType?: z.core.$ZodType;
    options?: readonly z.core.$ZodType[];
    shape?: Readonly<Record<string, z.core.$ZodType>>;
  };
  return [
    ...[def.innerType, def.element, def.valueType].filter((child) => child !== undefined),
    ...(def.options ?? []),
    ...Object.values(def.shape ?? {}),
  ];
}
