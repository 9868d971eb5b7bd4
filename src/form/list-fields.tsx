import { MultiSelect, TagsInput } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { common } from '../words/common.ts';
import { type FieldProps, useField } from './fields.tsx';
import type { Choice } from './select-field.tsx';

const clearButtonProps = { 'aria-label': common.actions.clear };

const asList = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** Several of a number of values. */
export function MultiSelectField<I extends FieldValues, O>(
  props: FieldProps<I, O> & {
    choices: readonly Choice<string>[];
    placeholder?: string;
    nothingFound?: string;
  },
) {
  const { value, shared } = useField(props);
  const chosen = asList(value);
  return (
    <MultiSelect
      {...shared}
      value={chosen}
      data={props.choices}
      placeholder={chosen.length === 0 ? props.placeholder : undefined}
      nothingFoundMessage={props.nothingFound}
      clearButtonProps={clearButtonProps}
      searchable
      clearable
    />
  );
}

/** A list of texts, each ended by Enter or a comma. */
export function TagsField<I extends FieldValues, O>(
  props: FieldProps<I, O> & { placeholder?: string; proposals?: readonly string[] },
) {
  const { value, shared } = useField(props);
  const tags = asList(value);
  return (
    <TagsInput
      {...shared}
      value={tags}
      data={[...(props.proposals ?? [])]}
      placeholder={tags.length === 0 ? props.placeholder : undefined}
      clearButtonProps={clearButtonProps}
      acceptValueOnBlur
      clearable
    />
  );
}
