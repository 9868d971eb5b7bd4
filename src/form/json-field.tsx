import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import classes from './form.module.css';
import { type FieldProps, useField } from './fields.tsx';

const monoInput = { input: classes.mono };
// What is no JSON yet is a text, which stands for itself.
const written = (value: unknown) => {
  if (value == null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
};

/** An object, written as JSON; what is no JSON stays a text, which the form's rule refuses. */
export function JsonField<I extends FieldValues, O>(props: FieldProps<I, O>) {
  const { value, shared } = useField(props);
  const [text, setText] = useState<string>();
  // As it was typed, until the form holds something else: it was reset, or began anew.
  const isOwn = text !== undefined && written(parsed(text)) === written(value);
  const edit = (typed: string) => {
    setText(typed);
    shared.onChange(parsed(typed));
  };
  return (
    <Textarea
      {...shared}
      value={isOwn ? text : written(value)}
      onChange={(event) => edit(event.currentTarget.value)}
      classNames={monoInput}
      spellCheck={false}
      autosize
      minRows={2}
      maxRows={12}
    />
  );
}

function parsed(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
