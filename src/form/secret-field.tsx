import { PasswordInput } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { common } from '../words/common.ts';
import { formWords } from '../words/form.ts';
import { asText, type FieldProps, useField } from './fields.tsx';

/** What the server shows in place of a secret that is set; sent back it changes nothing. */
export const storedSecret = '*****';

const toggleProps = { 'aria-label': common.actions.showPassword, tabIndex: 0 };

/** A secret that is written and never read: what is stored stays until another is typed. */
export function SecretField<I extends FieldValues, O>(props: FieldProps<I, O>) {
  const { value, shared } = useField(props);
  const isStored = value === storedSecret;
  return (
    <PasswordInput
      {...shared}
      value={isStored ? '' : asText(value)}
      placeholder={isStored ? formWords.secretStored : undefined}
      autoComplete="new-password"
      visibilityToggleButtonProps={toggleProps}
    />
  );
}
