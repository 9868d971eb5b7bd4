import { Switch } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { type FieldProps, useField } from './fields.tsx';

/** On or off, of something that holds from then on. */
export function SwitchField<I extends FieldValues, O>(props: FieldProps<I, O>) {
  const { value, shared } = useField(props);
  const { withAsterisk: _asterisk, autoComplete: _complete, ...rest } = shared;
  return <Switch {...rest} checked={value === true} />;
}
