import { FileInput, Select, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { openapiWords as words } from '../../words/openapi.ts';
import { typeText } from './document.ts';
import classes from './openapi.module.css';
import type { Field, Typed } from './request.ts';

const headings = { path: words.path, query: words.query, body: words.body };
const places = ['path', 'query', 'body'] as const;

/** What an operation asks for: description and field in one. */
export function TryFields(props: {
  fields: readonly Field[];
  typed: Typed;
  problems: Readonly<Record<string, string>>;
  onType: (key: string, value: string | File | undefined) => void;
}) {
  const { fields, typed, problems, onType } = props;
  if (fields.length === 0) return <p className={classes.quiet}>{words.none}</p>;
  return places.map((place) => {
    const own = fields.filter((field) => field.place === place);
    if (own.length === 0) return null;
    return (
      <fieldset key={place} className={classes.place}>
        <legend>{headings[place]}</legend>
        <div className={classes.grid}>
          {own.map((field) => (
            <TryField
              key={field.key}
              field={field}
              value={typed[field.key]}
              problem={problems[field.key]}
              onType={(value) => onType(field.key, value)}
            />
          ))}
        </div>
      </fieldset>
    );
  });
}

function TryField(props: {
  field: Field;
  value: string | File | undefined;
  problem: string | undefined;
  onType: (value: string | File | undefined) => void;
}) {
  const { field, value, problem, onType } = props;
  const text = typeof value === 'string' ? value : '';
  const shared = {
    label: <code>{field.name}</code>,
    withAsterisk: field.required,
    description: helpOf(field),
    error: problem,
  };
  switch (field.kind) {
    case 'file':
      return (
        <FileInput
          {...shared}
          value={value instanceof File ? value : null}
          onChange={(file) => onType(file ?? undefined)}
        />
      );
    case 'choice':
      return (
        <Select
          {...shared}
          data={field.choices}
          value={text === '' ? null : text}
          placeholder={words.unset}
          onChange={(chosen) => onType(chosen ?? undefined)}
          clearable
          clearButtonProps={{ 'aria-label': words.clear(field.name) }}
          searchable={field.choices.length > 8}
        />
      );
    case 'json':
      return (
        <Textarea
          {...shared}
          value={text}
          onChange={(event) => onType(event.currentTarget.value)}
          classNames={monoInput}
          minRows={2}
          autosize
          spellCheck={false}
        />
      );
    case 'text':
    case 'list':
      return (
        <TextInput
          {...shared}
          value={text}
          onChange={(event) => onType(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
      );
  }
}

const monoInput = { input: classes.mono ?? '' };

/** Type, default and meaning in one line. */
function helpOf({ schema, kind }: Field): ReactNode {
  const parts = [
    typeText(schema),
    schema.default !== undefined && words.byDefault(JSON.stringify(schema.default)),
    kind === 'list' && words.listHelp,
    kind === 'json' && words.jsonHelp,
    schema.description,
  ].filter((part) => typeof part === 'string');
  return parts.join('. ').replaceAll('..', '.');
}
