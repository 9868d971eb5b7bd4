import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { common } from '../words/common.ts';
import classes from './form.module.css';

/** What every field takes: its place in the form, its label, and help under it. */
export interface FieldProps<I extends FieldValues, O> {
  readonly control: Control<I, unknown, O>;
  readonly name: FieldPath<I>;
  readonly label: string;
  readonly help?: ReactNode;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly autoComplete?: string;
  readonly autoFocus?: boolean;
  /** An emptied field holds no value instead of an empty text. */
  readonly nullable?: boolean;
  /** Label and help stand elsewhere: the id by which they name the control. */
  readonly apart?: string;
}

/** Joins a field of the library to the form. */
export function useField<I extends FieldValues, O>(props: FieldProps<I, O>) {
  const { control, name, label, help, required, disabled, autoComplete, autoFocus } = props;
  const { nullable, apart } = props;
  const { field, fieldState } = useController<I, FieldPath<I>, O>({ control, name });
  const { value, ...handlers } = field;
  const place = apart === undefined ? { label, description: help } : { id: apart };
  return {
    // Widened on purpose: a field shows what its kind can show and ignores the rest.
    value: value as unknown,
    shared: {
      ...handlers,
      ...place,
      ...(nullable && { onChange: (given: unknown) => field.onChange(orNull(given)) }),
      withAsterisk: required ?? false,
      'aria-required': required,
      disabled: disabled ?? false,
      autoComplete: autoComplete ?? 'off',
      'data-autofocus': autoFocus || undefined,
      error: fieldState.error?.message,
    },
  };
}

/** The value of a change, by event or as it is; nothing for an empty text. */
function orNull(given: unknown): unknown {
  const isEvent = typeof given === 'object' && given !== null && 'target' in given;
  const value = isEvent && given.target instanceof HTMLElement ? textOf(given.target) : given;
  return value === '' ? null : value;
}

const textOf = (target: HTMLElement) => ('value' in target ? target.value : '');

/** What a field of text shows. */
export const asText = (value: unknown) => (typeof value === 'string' ? value : '');

/** Keys, code and other text that is read letter by letter. */
export const monoInput = { input: classes.mono };

/** One line of text. */
export function TextField<I extends FieldValues, O>(
  props: FieldProps<I, O> & {
    type?: 'text' | 'email' | 'date';
    placeholder?: string;
    mono?: boolean;
    onEdit?: () => void;
  },
) {
  const { value, shared } = useField(props);
  const { type = 'text', placeholder, mono, onEdit } = props;
  return (
    <TextInput
      {...shared}
      value={asText(value)}
      type={type}
      placeholder={placeholder}
      classNames={mono ? monoInput : undefined}
      spellCheck={mono ? false : undefined}
      onInput={onEdit}
    />
  );
}

/** A secret, shown only while the eye is pressed down. */
export function PasswordField<I extends FieldValues, O>(props: FieldProps<I, O>) {
  const { value, shared } = useField(props);
  return (
    <PasswordInput
      {...shared}
      value={asText(value)}
      visibilityToggleButtonProps={{ 'aria-label': common.actions.showPassword, tabIndex: 0 }}
    />
  );
}

/** Yes or no. */
export function CheckboxField<I extends FieldValues, O>(props: FieldProps<I, O>) {
  const { value, shared } = useField(props);
  const { withAsterisk: _asterisk, autoComplete: _complete, ...rest } = shared;
  return <Checkbox {...rest} checked={value === true} />;
}
