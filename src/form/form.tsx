import { type ReactNode, useRef, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { type ApiError, asApiError } from '../api/error.ts';
import { type ApiRequest, useScreenRequest } from '../api/screen-requests.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import classes from './form.module.css';
import { UnsavedGuard } from './unsaved-guard.tsx';

export interface FormProps<I extends FieldValues, O> {
  readonly form: UseFormReturn<I, unknown, O>;
  /**
   * Rejects with an ApiError, which lands on its fields or in the form's alert. `submitter` is the
   * name of the button that was pressed, where it has one.
   */
  readonly onSubmit: (values: O, submitter: string | undefined) => Promise<unknown>;
  /** Without edge and sticky bar: inside of a dialog or a card. */
  readonly plain?: boolean;
  /** Leaving a form that holds nothing worth keeping is not asked about. */
  readonly unguarded?: boolean;
  /** The form stays on the screen when it is saved: later changes are guarded again. */
  readonly staysOpen?: boolean;
  /** It spans this route and the ones below it, by the route's id, and is not left between them. */
  readonly within?: string;
  /** Wide fields: the screen sets its own columns. */
  readonly bare?: boolean;
  /** The call that Save makes of what is typed so far, to copy as curl. */
  readonly request?: (typed: I) => ApiRequest;
  readonly bar: ReactNode;
  /** Beside the fields, as wide as the page lets it. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** Its one Save, where it can be pressed; buttons with a name do something else. */
const savePressed = 'button[type="submit"]:not([name]):not(:disabled)';

/** A form with its alert, its guard against unsaved leaving and its bar. */
export function Form<I extends FieldValues, O>(props: FormProps<I, O>) {
  const { form, onSubmit, plain, unguarded, staysOpen, request, bar, aside, children } = props;
  const { within, bare } = props;
  const [failure, setFailure] = useState<ApiError>();
  const isSent = useRef(false);
  const { isDirty } = form.formState;
  useScreenRequest(request && (() => request(form.getValues())));

  const send = async (values: O, submitter: string | undefined) => {
    setFailure(undefined);
    isSent.current = true;
    try {
      await onSubmit(values, submitter);
      if (staysOpen) isSent.current = false;
    } catch (error) {
      isSent.current = false;
      setFailure(putOnFields(form, asApiError(error)));
    }
  };

  return (
    // Keys that its fields let pass.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className={classes.form}
      data-plain={plain || undefined}
      noValidate
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        const save = event.currentTarget.querySelector<HTMLButtonElement>(savePressed);
        if (save === null) return;
        event.preventDefault();
        event.currentTarget.requestSubmit(save);
      }}
      onSubmit={(event) => {
        event.stopPropagation();
        const submitter = submitterOf(event.nativeEvent);
        void form.handleSubmit((values) => send(values, submitter))(event);
      }}
    >
      {!unguarded && <UnsavedGuard isUnsaved={() => isDirty && !isSent.current} within={within} />}
      <div className={classes.body}>
        <div className={bare ? classes.bare : classes.fields}>
          {failure !== undefined && <AlertBox error={failure} />}
          {children}
        </div>
        {aside !== undefined && <div className={classes.aside}>{aside}</div>}
      </div>
      {bar}
    </form>
  );
}

function submitterOf(event: Event): string | undefined {
  if (!(event instanceof SubmitEvent)) return undefined;
  return event.submitter?.getAttribute('name') ?? undefined;
}

/** Fields under a heading with a sentence. */
export function FieldGroup(props: { title: string; about?: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{props.title}</legend>
      {props.about !== undefined && <p>{props.about}</p>}
      {props.children}
    </fieldset>
  );
}

/** Puts each refusal on its field; what has none is returned for the alert. */
function putOnFields<I extends FieldValues, O>(
  form: UseFormReturn<I, unknown, O>,
  error: ApiError,
): ApiError | undefined {
  const fields = Object.entries(error.fieldErrors);
  const known = form.getValues();
  const placed = fields.filter(([field]) => field in known);
  for (const [index, [field, texts]] of placed.entries()) {
    // Safe: the line above keeps the form's own field names only.
    const name = field as FieldPath<I>;
    const message = texts.map(asSentence).join('. ');
    form.setError(name, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  return fields.length > 0 && placed.length === fields.length ? undefined : error;
}

const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
