import { Button } from '@mantine/core';
import { type ReactNode, useId, useRef } from 'react';
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';
import { useOfferedControls } from '../lib/screen-actions.ts';
import { formWords } from '../words/form.ts';
import classes from './form.module.css';

/** The form's one Save. Where it cannot be pressed the reason stands beside it. */
export function SubmitBar<I extends FieldValues, O>(props: {
  form: UseFormReturn<I, unknown, O>;
  label: string;
  /** A form that changes what exists has nothing to save before the first change. */
  needsChange?: boolean;
  /** A reason of the screen's own why saving has to wait. */
  blocked?: string | undefined;
  cancel?: ReactNode;
  /** What goes along with Save; on a line of its own where there is no room. */
  beside?: ReactNode;
  /** The screen's one primary button is another. */
  isSecondary?: boolean;
}) {
  const { form, label, needsChange = false, blocked, cancel, beside } = props;
  const { isSubmitting, dirtyFields, errors } = useFormState({ control: form.control });
  const reasonId = useId();
  const changes = Object.keys(dirtyFields).length;
  const wrong = Object.keys(errors).length;
  const stop = blocked ?? (needsChange && changes === 0 ? formWords.nothingToSave : undefined);

  const bar = useRef<HTMLDivElement>(null);
  useOfferedControls(bar);

  let reason = stop;
  if (isSubmitting) reason = formWords.saving;
  else if (wrong > 0) reason = formWords.fixFirst(wrong);
  else if (stop === undefined && needsChange) reason = formWords.unsaved(changes);
  return (
    <div ref={bar} className={classes.save}>
      <span id={reasonId} className={classes.reason} aria-live="polite">
        {reason}
      </span>
      {beside}
      <div className={classes.buttons}>
        {cancel}
        <Button
          type="submit"
          variant={props.isSecondary ? 'default' : 'filled'}
          disabled={stop !== undefined}
          loading={isSubmitting}
          aria-describedby={reasonId}
        >
          {label}
        </Button>
      </div>
    </div>
  );
}
