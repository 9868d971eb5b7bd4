import { NumberInput } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { type FieldProps, useField } from './fields.tsx';

/** A number; an emptied field is no value. What lies out of bounds is said, not changed. */
export function NumberField<I extends FieldValues, O>(
  props: FieldProps<I, O> & {
    min?: number;
    max?: number;
    decimals?: number;
    unit?: string;
    placeholder?: string;
  },
) {
  const { value, shared } = useField(props);
  const { min, max, decimals = 0, unit, placeholder } = props;
  return (
    <NumberInput
      {...shared}
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      onChange={(next) => shared.onChange(next === '' ? null : next)}
      min={min}
      max={max}
      clampBehavior="none"
      allowDecimal={decimals > 0}
      decimalScale={decimals}
      suffix={unit === undefined ? undefined : ` ${unit}`}
      placeholder={placeholder}
      hideControls
    />
  );
}
