import { FileInput } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { common } from '../words/common.ts';
import { type FieldProps, useField } from './fields.tsx';

const clearButtonProps = { 'aria-label': common.actions.clear };

/** One file of the person's machine. */
export function FileField<I extends FieldValues, O>(
  props: FieldProps<I, O> & { accept?: string; placeholder?: string },
) {
  const { value, shared } = useField(props);
  const { autoComplete: _complete, ...rest } = shared;
  return (
    <FileInput
      {...rest}
      value={value instanceof File ? value : null}
      accept={props.accept}
      placeholder={props.placeholder}
      clearButtonProps={clearButtonProps}
      clearable
    />
  );
}
