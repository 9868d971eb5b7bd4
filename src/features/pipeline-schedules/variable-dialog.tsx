import { Button } from '@mantine/core';
import { useController } from 'react-hook-form';
import * as z from 'zod';
import { useContractForm } from '../../form/contract-form.ts';
import { TextField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { SelectField } from '../../form/select-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { TextareaField } from '../../form/textarea-field.tsx';
import type { TypedVariable } from '../../form/variables-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { common } from '../../words/common.ts';
import { scheduleWords } from '../../words/pipeline-schedules.ts';
import type { ScheduleControl } from './schedule-values.ts';

const words = scheduleWords.variable;

const variableForm = z.object({
  key: z.string().regex(/^\w+$/).max(255),
  variable_type: z.enum(['env_var', 'file']),
  // An empty value is one.
  value: z.string().optional(),
});

const types = (['env_var', 'file'] as const).map((value) => ({
  value,
  label: words.longTypes[value],
}));

/** A variable of the editor, a new one or one to be changed; the form behind it saves it. */
export function VariableDialog(props: {
  control: ScheduleControl;
  edited: TypedVariable | 'new';
  onClose: () => void;
}) {
  const { control, edited, onClose } = props;
  const { field } = useController({ control, name: 'variables' });
  const variable = edited === 'new' ? undefined : edited;
  const isThere = (key: string) => field.value.some((one) => one.key === key);
  const put = (given: TypedVariable) => {
    field.onChange(
      isThere(given.key)
        ? field.value.map((one) => (one.key === given.key ? given : one))
        : [...field.value, given],
    );
    onClose();
  };
  const isNew = variable === undefined;
  const form = useContractForm(variableForm, {
    key: variable?.key ?? '',
    variable_type: variable?.variable_type ?? 'env_var',
    value: variable?.value ?? '',
  });
  return (
    <Dialog
      testId="schedule-variable"
      onClose={onClose}
      title={isNew ? scheduleWords.editor.addVariable : words.edit(variable.key)}
    >
      <Form
        form={form}
        plain
        unguarded
        onSubmit={async ({ value = '', ...rest }) => {
          if (isNew && isThere(rest.key)) form.setError('key', { message: words.taken });
          else put({ ...rest, value });
        }}
        bar={
          <SubmitBar
            form={form}
            label={words.set}
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
          name="key"
          label={words.key}
          help={words.keyHelp}
          disabled={!isNew}
          mono
          required
          autoFocus={isNew}
        />
        <SelectField
          control={form.control}
          name="variable_type"
          label={words.type}
          choices={types}
        />
        <TextareaField control={form.control} name="value" label={words.value} rows={2} />
      </Form>
    </Dialog>
  );
}
