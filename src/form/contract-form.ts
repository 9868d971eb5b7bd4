import { zodResolver } from '@hookform/resolvers/zod';
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod';
import { hints } from '#contract/common.ts';
import { wordIssue } from './issue-words.ts';

type FormSchema<I extends FieldValues, O> = z.ZodType<O, I> & { readonly shape: z.ZodRawShape };

export interface ContractFormOptions {
  /** A form that changes what exists sends an emptied text; one that creates leaves it out. */
  readonly keepBlank?: boolean;
}

/** A form whose values are judged by the body schema of an endpoint before they are sent. */
export function useContractForm<I extends FieldValues, O>(
  schema: FormSchema<I, O>,
  defaultValues: DefaultValues<I>,
  options: ContractFormOptions = {},
): UseFormReturn<I, unknown, O> {
  return useForm<I, unknown, O>({
    resolver: contractResolver(schema, options.keepBlank ?? false),
    defaultValues,
  });
}

function contractResolver<I extends FieldValues, O>(
  schema: FormSchema<I, O>,
  keepBlank: boolean,
): Resolver<I, unknown, O> {
  const judge = zodResolver<I, unknown, O, FormSchema<I, O>>(schema, { error: wordIssue });
  return (values, context, options) => {
    const sent: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(values)) {
      const field = schema.shape[name];
      const isBlank = value === '' || (value === null && !keepBlank);
      if (isBlank && !(keepBlank && field !== undefined && mayBeBlank(field))) continue;
      sent[name] = value;
    }
    // Safe: what is left out is optional, or the schema says that it is missing.
    return judge(sent as I, context, options);
  };
}

/** The contract marks texts that may not be blank. */
function mayBeBlank(field: z.core.$ZodType): boolean {
  const inner = unwrap(field);
  return hints.get(inner as z.ZodType)?.filled !== true;
}

function unwrap(field: z.core.$ZodType): z.core.$ZodType {
  const { def } = field._zod;
  return 'innerType' in def ? unwrap(def.innerType as z.core.$ZodType) : field;
}

/** Of the values only those that differ from what the form began with. */
export function changedOnly<I extends FieldValues, O extends object>(
  form: UseFormReturn<I, unknown, O>,
  values: O,
): Partial<O> {
  const dirty = form.formState.dirtyFields as Readonly<Record<string, unknown>>;
  const changed = Object.entries(values).filter(([name]) => dirty[name]);
  // Safe: a part of the entries of `values`.
  return Object.fromEntries(changed) as Partial<O>;
}
