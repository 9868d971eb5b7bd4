import { Button } from '@mantine/core';
import * as z from 'zod';
import { type ExternalControl, externalControls } from '#contract/external-controls.ts';
import { useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { PasswordField, TextField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { NumberField } from '../../form/number-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { SwitchField } from '../../form/switch-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { common } from '../../words/common.ts';
import { controlWords } from '../../words/external-controls.ts';
import { nameOf, touched } from './queries.ts';

const words = controlWords.form;
const { shape } = externalControls.create.body;

const fields = {
  external_control_name: z.string().max(255).optional(),
  external_url: shape.external_url.min(1),
  ping_enabled: z.boolean(),
  ping_interval_minutes: shape.ping_interval_minutes.unwrap(),
  timeout_minutes: shape.timeout_minutes.unwrap(),
};
const newControl = z.object({ ...fields, secret_token: shape.secret_token });
const changedControl = z.object({ ...fields, secret_token: shape.secret_token.optional() });
type Values = z.output<typeof changedControl>;

/** Adds a control to a project, or changes one; the secret is written and never read. */
export function ControlDialog(props: {
  project: string;
  control?: ExternalControl;
  onClose: () => void;
}) {
  const { project, control, onClose } = props;
  const create = useCommand(externalControls.create, {
    invalidates: touched,
    done: (made) => words.added(nameOf(made)),
  });
  const update = useCommand(externalControls.update, {
    invalidates: touched,
    done: (saved) => words.saved(nameOf(saved)),
  });
  const form = useContractForm(control === undefined ? newControl : changedControl, {
    external_control_name: control?.external_control_name ?? '',
    external_url: control?.external_url ?? '',
    secret_token: '',
    ping_enabled: control?.ping_enabled ?? true,
    ping_interval_minutes: control?.ping_interval_minutes ?? 720,
    timeout_minutes: control?.timeout_minutes ?? 30,
  });
  const isNew = control === undefined;
  /** The call of what is typed: what a control has not, a new one leaves out and a change takes away. */
  const callOf = ({ secret_token, external_control_name: name, ...values }: Values) => {
    const secret = secret_token === undefined ? {} : { secret_token };
    if (control === undefined) {
      return { id: project, ...values, ...(name && { external_control_name: name }), ...secret };
    }
    const named = { external_control_name: name || null };
    return { id: project, external_control_id: control.id, ...values, ...named, ...secret };
  };
  const save = async (values: Values) => {
    const input = callOf(values);
    if ('external_control_id' in input) await update.mutateAsync(input);
    else await create.mutateAsync({ ...input, secret_token: values.secret_token ?? '' });
    onClose();
  };
  return (
    <Dialog
      testId="control"
      onClose={onClose}
      title={isNew ? controlWords.create : controlWords.editTitle(nameOf(control))}
    >
      <Form
        form={form}
        plain
        // Commands are kept by shells: whoever runs it puts the secret in.
        request={(typed) => ({
          endpoint: isNew ? externalControls.create : externalControls.update,
          input: callOf({
            ...typed,
            secret_token: isNew || typed.secret_token ? words.secretPlace : undefined,
          }),
        })}
        onSubmit={save}
        bar={
          <SubmitBar
            form={form}
            label={isNew ? words.submit : words.save}
            needsChange={!isNew}
            cancel={
              <Button variant="subtle" color="gray" onClick={onClose}>
                {common.actions.cancel}
              </Button>
            }
          />
        }
      >
        <TextField
          control={form.control}
          name="external_control_name"
          label={words.name}
          autoFocus
        />
        <TextField
          control={form.control}
          name="external_url"
          label={words.url}
          help={words.urlHelp}
          required
        />
        <PasswordField
          control={form.control}
          name="secret_token"
          label={words.secret}
          help={isNew ? words.secretHelp : words.secretKept}
          required={isNew}
          autoComplete="new-password"
        />
        <SwitchField
          control={form.control}
          name="ping_enabled"
          label={words.pings}
          help={words.pingsHelp}
        />
        <NumberField
          control={form.control}
          name="ping_interval_minutes"
          label={words.interval}
          unit={words.minutes}
        />
        <NumberField
          control={form.control}
          name="timeout_minutes"
          label={words.timeout}
          help={words.timeoutHelp}
          unit={words.minutes}
        />
      </Form>
    </Dialog>
  );
}
