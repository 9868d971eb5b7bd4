import { type ReactNode, useMemo } from 'react';
import { type DefaultValues, type UseFormReturn, useWatch } from 'react-hook-form';
import type * as z from 'zod';
import { bodyOf, type FieldDef } from '#contract/field.ts';
import { changedOnly, saveAndStay, useContractForm } from './contract-form.ts';
import { FieldControl } from './field-control.tsx';
import { FieldGroup, Form } from './form.tsx';
import { SubmitBar } from './submit-bar.tsx';

/** Rows under one heading. */
export interface FieldSection {
  readonly title: string;
  readonly about?: string;
  readonly fields: readonly FieldDef[];
}

type Values = Readonly<Record<string, unknown>>;

type RowsSchema = ReturnType<typeof bodyOf>;
/** A form over rows, by their keys. */
export type RowsForm = UseFormReturn<z.input<RowsSchema>, unknown, z.output<RowsSchema>>;

/** The form of rows: it begins with the stored values, and the rows' own schema judges it. */
export function useRowsForm(fields: readonly FieldDef[], values: Values): RowsForm {
  const schema = useMemo(() => bodyOf(fields), [fields]);
  return useContractForm(schema, rowValues(fields, values), { keepBlank: true });
}

/** A stored image is not sent again: its field holds what takes its place. */
const startOf = ({ key, type, default: unset }: FieldDef, values: Values): unknown =>
  type === 'image' ? undefined : (values[key] ?? unset);

/** What a form of these rows holds: what is stored, else what holds by default. */
export function rowValues(
  fields: readonly FieldDef[],
  values: Values,
): DefaultValues<z.input<RowsSchema>> {
  return Object.fromEntries(fields.map((field) => [field.key, startOf(field, values)]));
}

/**
 * A form made of rows: its schema, its fields and what it sends, which is what was changed and
 * nothing else. `key` it by what the values belong to.
 */
export function FieldsForm(props: {
  sections: readonly FieldSection[];
  values: Values;
  submit: string;
  onSubmit: (changed: Values) => Promise<unknown>;
  choiceWords?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Why a field cannot be changed here, by its key. */
  disabled?: (field: FieldDef) => boolean;
  cancel?: ReactNode;
  /** Beside the fields, from what is typed so far. */
  aside?: (typed: Values) => ReactNode;
}) {
  const { sections, values, submit, onSubmit, choiceWords = {}, disabled, cancel, aside } = props;
  const fields = sections.flatMap((section) => section.fields);
  const form = useRowsForm(fields, values);
  const save = (judged: Values) =>
    saveAndStay(form, async () => {
      await onSubmit(changedOnly(form, judged));
      return undefined;
    });
  return (
    <Form
      form={form}
      onSubmit={save}
      staysOpen
      aside={aside && <Typed form={form} show={aside} />}
      bar={<SubmitBar form={form} label={submit} needsChange cancel={cancel} />}
    >
      {sections.map(({ title, about, fields: rows }) => (
        <FieldGroup key={title} title={title} {...(about !== undefined && { about })}>
          {rows.map((field) => (
            <FieldControl
              key={field.key}
              field={field}
              name={field.key}
              control={form.control}
              choiceWords={choiceWords[field.key] ?? {}}
              disabled={disabled?.(field) ?? false}
              stored={values[field.key]}
            />
          ))}
        </FieldGroup>
      ))}
    </Form>
  );
}

/** Shows what is typed, as it is typed. */
function Typed({ form, show }: { form: RowsForm; show: (typed: Values) => ReactNode }) {
  return show(useWatch({ control: form.control }));
}
