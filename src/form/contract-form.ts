import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod';
import { hints } from '#contract/common.ts';
import { wordIssue } from './issue-words.ts';

export interface ContractFormOptions {
  /** A form that changes what exists sends an emptied text; one that creates leaves it out. */
  readonly keepBlank?: boolean;
}

/** A form whose values are judged by the body schema of an endpoint before they are sent. */
export function useContractForm<S extends z.ZodObject>(
  schema: S,
  defaultValues: DefaultValues<z.input<S>>,
  options: ContractFormOptions = {},
): UseFormReturn<z.input<S>, unknown, z.output<S>> {
  return useForm<z.input<S>, unknown, z.output<S>>({
    resolver: contractResolver(schema, options.keepBlank ?? false),
    defaultValues,
  });
}

function contractResolver<S extends z.ZodObject>(
  schema: S,
  keepBlank: boolean,
): Resolver<z.input<S>, unknown, z.output<S>> {
  // Safe: the resolver of a schema takes its input and gives its output.
  const judge = zodResolver(schema, { error: wordIssue }) as unknown as Resolver<
    z.input<S>,
    unknown,
    z.output<S>
  >;
  const shape: z.core.$ZodShape = schema.shape;
  return (values, context, options) => {
    const sent: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(values)) {
      const field = shape[name];
      const isBlank = value === '' || (value === null && !keepBlank);
      if (isBlank && !(keepBlank && field !== undefined && mayBeBlank(field))) continue;
      sent[name] = value;
    }
    // Safe: what is left out is optional, or the schema says that it is missing.
    return judge(sent as z.input<S>, context, options);
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

/**
 * Saves a form that stays on the screen. It begins anew with what `save` answers, else with what was
 * sent; what was typed meanwhile stays, unsaved.
 */
export async function saveAndStay<I extends FieldValues, O>(
  form: UseFormReturn<I, unknown, O>,
  save: () => Promise<NoInfer<DefaultValues<I>> | undefined>,
): Promise<void> {
  const sent = form.getValues();
  const stored = await save();
  beginAnew(form, sent, stored ?? sent);
}

/** The form begins with other values; what was typed since it held `known` stays, unsaved. */
function beginAnew<I extends FieldValues, O>(
  form: UseFormReturn<I, unknown, O>,
  known: Readonly<Record<string, unknown>>,
  values: NoInfer<I | DefaultValues<I>>,
): void {
  const typed = form.getValues();
  form.reset(values);
  for (const [key, value] of Object.entries(typed)) {
    if (JSON.stringify(value) === JSON.stringify(known[key])) continue;
    // Safe: the names and values are the form's own.
    const name = key as FieldPath<I>;
    form.setValue(name, value as FieldPathValue<I, typeof name>, { shouldDirty: true });
  }
}

/** What somebody else changes meanwhile arrives in the form; what is typed here stays. */
export function useFollowed<I extends FieldValues, O>(
  form: UseFormReturn<I, unknown, O>,
  /** The same object as long as nothing was read anew. */
  stored: NoInfer<I>,
): void {
  const known = useRef(stored);
  useEffect(() => {
    const before = known.current;
    known.current = stored;
    // What is typed and what it was refused for stays as it is where nothing is new.
    if (JSON.stringify(before) !== JSON.stringify(stored)) beginAnew(form, before, stored);
  }, [form, stored]);
}

/** Of the values only those that differ from what the form began with. */
export function changedOnly<I extends FieldValues, O, V extends object>(
  form: UseFormReturn<I, unknown, O>,
  values: V,
): Partial<V> {
  const dirty = form.formState.dirtyFields as Readonly<Record<string, unknown>>;
  const changed = Object.entries(values).filter(([name]) => dirty[name]);
  // Safe: a part of the entries of `values`.
  return Object.fromEntries(changed) as Partial<V>;
}
