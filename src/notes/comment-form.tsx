import { Button } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { flushSync } from 'react-dom';
import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import { mergeRequestNotes } from '#contract/notes.ts';
import type { ApiRequest } from '../api/screen-requests.ts';
import { useContractForm } from '../form/contract-form.ts';
import { CheckboxField } from '../form/fields.tsx';
import { Form } from '../form/form.tsx';
import { SubmitBar } from '../form/submit-bar.tsx';
import { TextareaField } from '../form/textarea-field.tsx';
import { noteWords } from '../words/notes.ts';
import { useKeptTexts } from './kept-texts.tsx';

/** Notes of issues take the same. */
const noteBody = mergeRequestNotes.create.body.pick({ body: true, internal: true });

export interface Comment {
  readonly body: string;
  readonly internal?: boolean | undefined;
}

/** A text for the end of a thread: a comment, an answer, or a note as it is changed. */
export function CommentForm(props: {
  label: string;
  submit: string;
  rows: number;
  /** The text that is changed; without it a new one is written, and the field empties itself. */
  text?: string;
  /** It may be kept from all but the members who look after the project. */
  mayBeInternal?: boolean;
  /** The call that sending makes, to copy as curl. */
  request?: (comment: Comment) => ApiRequest;
  onSend: (comment: Comment) => Promise<unknown>;
  /** Another thing that can be done with what is written. */
  instead?: { label: string; onSend: (comment: Comment) => Promise<unknown> } | undefined;
  cancel?: ReactNode;
  /** What a button puts below what is written: the lines as a suggestion. */
  suggestion?: string;
  /** It was asked for: the field takes the focus. */
  hasFocus?: boolean;
  /** Escape leaves a field that holds nothing. */
  onLeave?: () => void;
  /** By this name what is typed is kept when the form goes before it is sent. */
  keep?: string;
}) {
  const { label, submit, rows, text, mayBeInternal, request, onSend, instead, cancel } = props;
  const { suggestion, hasFocus, onLeave, keep } = props;
  const form = useContractForm(noteBody, { body: text ?? '', internal: false });
  const kept = useKeeping(form, keep, text ?? '');
  useEffect(() => {
    if (hasFocus) form.setFocus('body');
  }, [form, hasFocus]);
  const suggest = (button: HTMLButtonElement) => {
    const written = form.getValues('body').trimEnd();
    const before = `${written}${written && '\n\n'}`;
    // At once, so that the field holds the lines when they are chosen.
    flushSync(() =>
      form.setValue('body', `${before}${suggestion}`, { shouldDirty: true, shouldValidate: true }),
    );
    const field = button.form?.elements.namedItem('body');
    if (!(field instanceof HTMLTextAreaElement)) return;
    field.focus();
    const lines = (suggestion ?? '').split('\n');
    const start = before.length + (lines[0]?.length ?? 0) + 1;
    field.setSelectionRange(start, start + lines.slice(1, -2).join('\n').length);
  };
  return (
    <Form
      form={form}
      plain
      staysOpen={text === undefined}
      unguarded={kept !== undefined}
      {...(request && { request })}
      onSubmit={async ({ body, internal }, submitter) => {
        const send = submitter === 'instead' && instead !== undefined ? instead.onSend : onSend;
        await send({ body, ...(internal && { internal }) });
        kept?.forget();
        if (text === undefined) form.reset();
      }}
      bar={
        <SubmitBar
          form={form}
          label={submit}
          needsChange={text !== undefined}
          isSecondary
          cancel={
            <>
              {cancel}
              {suggestion !== undefined && (
                <Button variant="subtle" onClick={(event) => suggest(event.currentTarget)}>
                  {noteWords.suggest}
                </Button>
              )}
              {instead !== undefined && (
                <Button
                  type="submit"
                  name="instead"
                  variant="subtle"
                  disabled={form.formState.isSubmitting}
                >
                  {instead.label}
                </Button>
              )}
            </>
          }
        />
      }
    >
      <TextareaField
        control={form.control}
        name="body"
        label={label}
        placeholder={noteWords.writePlaceholder}
        rows={rows}
        onEscape={
          onLeave &&
          (() => {
            if (form.getValues('body') === '') onLeave();
          })
        }
      />
      {mayBeInternal && (
        <CheckboxField
          control={form.control}
          name="internal"
          label={noteWords.internal}
          help={noteWords.internalHelp}
        />
      )}
    </Form>
  );
}

/** Begins with what was typed before, and keeps what is typed now; undefined where nothing is kept. */
function useKeeping(
  form: UseFormReturn<z.input<typeof noteBody>, unknown, z.output<typeof noteBody>>,
  keep: string | undefined,
  text: string,
): { forget: () => void } | undefined {
  const kept = useKeptTexts();
  useEffect(() => {
    if (kept === undefined || keep === undefined) return undefined;
    const before = kept.get(keep);
    if (before !== undefined) form.setValue('body', before, { shouldDirty: true });
    return form.subscribe({
      formState: { values: true },
      callback: ({ values: { body } }) => {
        if (body === text) kept.delete(keep);
        else kept.set(keep, body);
      },
    });
  }, [form, kept, keep, text]);
  if (kept === undefined || keep === undefined) return undefined;
  return { forget: () => kept.delete(keep) };
}
