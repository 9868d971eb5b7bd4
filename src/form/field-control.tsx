import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import type { FieldDef } from '#contract/field.ts';
import { ColourField } from './colour-field.tsx';
import { TextField } from './fields.tsx';
import { ImageField } from './image-field.tsx';
import { JsonField } from './json-field.tsx';
import { MultiSelectField, TagsField } from './list-fields.tsx';
import { NumberField } from './number-field.tsx';
import { SecretField } from './secret-field.tsx';
import { SelectField } from './select-field.tsx';
import { SwitchField } from './switch-field.tsx';
import { TextareaField } from './textarea-field.tsx';

/** The field of one row, by the row's type. */
export function FieldControl<I extends FieldValues, O>(props: {
  field: FieldDef;
  name: FieldPath<I>;
  control: Control<I, unknown, O>;
  /** Words for the values of an enum; without them the values stand for themselves. */
  choiceWords?: Readonly<Record<string, string>>;
  disabled?: boolean;
  /** What the server holds: of an image its path. */
  stored?: unknown;
  /** Label and help stand elsewhere: the id by which they name the control. */
  apart?: string;
}) {
  const { field, choiceWords = {} } = props;
  const shared = {
    control: props.control,
    name: props.name,
    label: field.label,
    help: field.help,
    disabled: props.disabled ?? false,
    ...(props.apart !== undefined && { apart: props.apart }),
  };
  // Where no value is possible, an emptied text is none.
  const text = { ...shared, nullable: field.default === null };
  const choices = (field.options ?? []).map((value) => ({
    value,
    label: choiceWords[value] ?? String(value),
  }));
  const { min, max, unit } = field;
  switch (field.type) {
    case 'boolean':
      return <SwitchField {...shared} />;
    case 'integer':
      return (
        <NumberField
          {...shared}
          {...(min !== undefined && { min })}
          {...(max !== undefined && { max })}
          {...(unit !== undefined && { unit })}
        />
      );
    case 'number':
      return (
        <NumberField
          {...shared}
          decimals={3}
          {...(min !== undefined && { min })}
          {...(max !== undefined && { max })}
          {...(unit !== undefined && { unit })}
        />
      );
    case 'image':
      return (
        <ImageField
          {...shared}
          accept={(field.options ?? []).join(',')}
          stored={typeof props.stored === 'string' ? props.stored : null}
        />
      );
    case 'json':
      return <JsonField {...shared} />;
    case 'enum':
    case 'integer_enum':
      return <SelectField {...shared} choices={choices} clearable={field.default === null} />;
    case 'string_list':
      return choices.length === 0 ? (
        <TagsField {...shared} />
      ) : (
        <MultiSelectField
          {...shared}
          choices={choices.map(({ value, label }) => ({ value: String(value), label }))}
        />
      );
    case 'text':
      return <TextareaField {...text} rows={3} />;
    case 'secret':
      return <SecretField {...text} />;
    case 'colour':
      return <ColourField {...text} />;
    case 'string':
      return <TextField {...text} />;
  }
}
