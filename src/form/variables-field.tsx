import { ActionIcon, Button, Select, Textarea, TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useId } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { formWords } from '../words/form.ts';
import classes from './variables.module.css';

const words = formWords.variables;

/** A variable of a pipeline as it is typed. */
export interface TypedVariable {
  readonly key: string;
  readonly value: string;
  readonly variable_type: 'env_var' | 'file';
}

const typeChoices = (['env_var', 'file'] as const).map((value) => ({
  value,
  label: words.types[value],
}));
const monoInput = { input: classes.mono };

/** What each row is refused for, by its place. */
type RowErrors = readonly ({ readonly key?: { readonly message?: string } } | undefined)[];

/** Rows of key, type and value; a value may have several lines. */
export function VariablesField<I extends FieldValues, O>(props: {
  control: Control<I, unknown, O>;
  name: FieldPath<I>;
  title: string;
  about: string;
  /** Whether a row is an environment variable or a file: inputs are neither. */
  typed?: boolean;
  add: string;
}) {
  const { control, name, title, about, typed = true, add } = props;
  const { field, fieldState } = useController<I, FieldPath<I>, O>({ control, name });
  const id = useId();
  // Safe: the field of this name holds rows.
  const rows = field.value as readonly TypedVariable[];
  // Safe: the errors of a list are a list; where it is refused as a whole it is one error.
  const errors = Array.isArray(fieldState.error) ? (fieldState.error as RowErrors) : [];
  const set = (at: number, change: Partial<TypedVariable>) =>
    field.onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)));
  return (
    <section className={classes.variables} aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <h2 id={id}>{title}</h2>
          <p>{about}</p>
        </div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus aria-hidden size={14} />}
          onClick={() =>
            field.onChange([...rows, { key: '', value: '', variable_type: 'env_var' }])
          }
        >
          {add}
        </Button>
      </div>
      {rows.map((row, at) => (
        // Rows have no name of their own while they are typed.
        <div key={at} className={classes.row} data-typed={typed || undefined}>
          <TextInput
            aria-label={words.key(at + 1)}
            placeholder={words.keyPlaceholder}
            value={row.key}
            error={errors[at]?.key?.message}
            classNames={monoInput}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => set(at, { key: event.currentTarget.value })}
          />
          {typed && (
            <Select
              aria-label={words.type(at + 1)}
              value={row.variable_type}
              data={typeChoices}
              onChange={(type) => type !== null && set(at, { variable_type: type })}
            />
          )}
          <Textarea
            aria-label={words.value(at + 1)}
            placeholder={words.valuePlaceholder}
            value={row.value}
            classNames={monoInput}
            spellCheck={false}
            autoComplete="off"
            autosize
            minRows={1}
            maxRows={12}
            onChange={(event) => set(at, { value: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={words.remove(at + 1)}
            title={words.remove(at + 1)}
            onClick={() => field.onChange(rows.filter((_row, index) => index !== at))}
          >
            <IconTrash aria-hidden size={16} />
          </ActionIcon>
        </div>
      ))}
      {fieldState.error?.message !== undefined && (
        <p className={classes.error} role="alert">
          {fieldState.error.message}
        </p>
      )}
    </section>
  );
}

/** Inputs as the API takes them: texts, which the server reads by the types of the CI file. */
export const inputsOf = (
  rows: readonly Pick<TypedVariable, 'key' | 'value'>[],
): Record<string, string> => Object.fromEntries(rows.map(({ key, value }) => [key, value]));
