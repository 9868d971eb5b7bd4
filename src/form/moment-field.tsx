import { TextInput } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { localMoment, momentOf } from '../lib/format.ts';
import { asText, type FieldProps, useField } from './fields.tsx';

/** A day and a time in the reader's zone; empty it holds nothing. */
export function MomentField<I extends FieldValues, O>(props: FieldProps<I, O>) {
  const { value, shared } = useField(props);
  return (
    <TextInput
      {...shared}
      type="datetime-local"
      max="9999-12-31T23:59"
      value={localMoment(asText(value))}
      onChange={(event) => shared.onChange(momentOf(event.currentTarget.value))}
    />
  );
}
