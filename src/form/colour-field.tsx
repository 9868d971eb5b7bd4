import { ColorInput } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { formWords } from '../words/form.ts';
import { asText, type FieldProps, useField } from './fields.tsx';

const pickerProps = { 'aria-label': formWords.pickColour };

/** A colour, typed as `#RRGGBB` or picked. */
export function ColourField<I extends FieldValues, O>(
  props: FieldProps<I, O> & { swatches?: readonly string[] },
) {
  const { value, shared } = useField(props);
  return (
    <ColorInput
      {...shared}
      value={asText(value)}
      format="hex"
      eyeDropperButtonProps={pickerProps}
      {...(props.swatches && { swatches: [...props.swatches] })}
    />
  );
}
