import { Button, FileButton, Input } from '@mantine/core';
import { type DragEvent, useId, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { formWords } from '../words/form.ts';
import { type FieldProps, useField } from './fields.tsx';
import classes from './image-field.module.css';
import { useObjectUrl } from './object-url.ts';

const words = formWords.image;

const fileOf = (event: DragEvent) => event.dataTransfer.files.item(0);

/**
 * A picture: the stored one, or the file that takes its place. Without a value it stays as it is,
 * null takes it away.
 */
export function ImageField<I extends FieldValues, O>(
  props: FieldProps<I, O> & { accept: string; stored: string | null },
) {
  const { label, help, accept, stored, disabled = false } = props;
  const { value, shared } = useField(props);
  const id = useId();
  const [isOver, setOver] = useState(false);
  const chosen = value instanceof File ? value : undefined;
  const url = useObjectUrl(chosen);
  const source = chosen === undefined ? (value === null ? null : stored) : url;
  const take = (file: File | null) => {
    if (file !== null) shared.onChange(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) take(fileOf(event));
  };
  return (
    <Input.Wrapper
      label={label}
      description={help}
      error={shared.error}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      descriptionProps={{ id: `${id}-help` }}
    >
      {/* Dropping is one way more; the buttons within do the same by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-help`}
        className={classes.zone}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <div className={classes.picture}>
          {source ? <img src={source} alt="" /> : <span>{words.none}</span>}
        </div>
        <div className={classes.tools}>
          <div className={classes.buttons}>
            <FileButton onChange={take} accept={accept} disabled={disabled}>
              {(button) => (
                <Button {...button} size="compact-sm" variant="default" disabled={disabled}>
                  {source ? words.replace : words.choose}
                </Button>
              )}
            </FileButton>
            {chosen === undefined && stored !== null && value !== null && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={disabled}
                onClick={() => shared.onChange(null)}
              >
                {words.remove}
              </Button>
            )}
            {value !== undefined && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => shared.onChange(undefined)}
              >
                {words.undo}
              </Button>
            )}
          </div>
          <p>{noteOf(value, chosen, stored)}</p>
        </div>
      </div>
    </Input.Wrapper>
  );
}

function noteOf(value: unknown, chosen: File | undefined, stored: string | null): string {
  if (chosen !== undefined) return words.isNew(chosen.name);
  if (value === null) return words.removed;
  if (stored === null) return words.drop;
  return decodeURIComponent(stored.split('/').at(-1)?.split('?')[0] ?? '');
}
