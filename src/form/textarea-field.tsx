import { Textarea } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { asText, type FieldProps, monoInput, useField } from './fields.tsx';

/** Several lines of text that grow with what is in them. */
export function TextareaField<I extends FieldValues, O>(
  props: FieldProps<I, O> & {
    rows?: number;
    placeholder?: string;
    mono?: boolean;
    onEscape?: (() => void) | undefined;
  },
) {
  const { value, shared } = useField(props);
  return (
    <Textarea
      {...shared}
      value={asText(value)}
      minRows={props.rows ?? 4}
      maxRows={24}
      autosize
      placeholder={props.placeholder}
      classNames={props.mono ? monoInput : undefined}
      spellCheck={props.mono ? false : undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape') props.onEscape?.();
      }}
    />
  );
}
