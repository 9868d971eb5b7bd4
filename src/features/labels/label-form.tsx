import { Button } from '@mantine/core';
import type { Label } from '#contract/labels.ts';
import { useCommand } from '../../api/client.ts';
import type { Place } from '../../api/places.ts';
import { ColourField } from '../../form/colour-field.tsx';
import { changedOnly, useContractForm } from '../../form/contract-form.ts';
import { TextField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { NumberField } from '../../form/number-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { common } from '../../words/common.ts';
import { labelWords } from '../../words/labels.ts';
import { labelsOf } from './queries.ts';

const words = labelWords.form;
const swatches = ['#cc338b', '#dc143c', '#c39953', '#8fbc8f', '#13a085', '#6699cc', '#6e49cb'];

/** Creates a label, or changes the one that is given. */
export function LabelDialog(props: {
  place: Place;
  label: Label | undefined;
  onClose: () => void;
}) {
  const { label, onClose } = props;
  return (
    <Dialog
      testId="label"
      onClose={onClose}
      title={label === undefined ? labelWords.create : labelWords.editTitle(label.name)}
    >
      <LabelForm {...props} />
    </Dialog>
  );
}

function LabelForm(props: { place: Place; label: Label | undefined; onClose: () => void }) {
  const { place, label, onClose } = props;
  const { list, create, update } = labelsOf[place.kind];
  const add = useCommand<typeof create>(create, {
    invalidates: [list],
    done: ({ name }) => words.created(name),
  });
  const change = useCommand<typeof update>(update, {
    invalidates: [list],
    done: ({ name }) => words.saved(name),
  });
  const form = useContractForm(
    create.body,
    {
      name: label?.name ?? '',
      color: label?.color ?? swatches[5] ?? '',
      description: label?.description ?? '',
      priority: label?.priority ?? null,
    },
    { keepBlank: label !== undefined },
  );
  const changesOf = (changed: Label, values: Readonly<Record<string, unknown>>) => {
    const { name, ...others } = changedOnly(form, values);
    return {
      id: place.id,
      label_id: String(changed.id),
      ...others,
      ...(typeof name === 'string' && { new_name: name }),
    };
  };
  return (
    <Form
      form={form}
      plain
      request={(typed) =>
        label === undefined
          ? { endpoint: create, input: { id: place.id, ...typed } }
          : { endpoint: update, input: changesOf(label, typed) }
      }
      onSubmit={async (values) => {
        if (label === undefined) await add.mutateAsync({ id: place.id, ...values });
        else await change.mutateAsync(changesOf(label, values));
        onClose();
      }}
      bar={
        <SubmitBar
          form={form}
          label={label === undefined ? words.submit : words.save}
          needsChange={label !== undefined}
          cancel={
            <Button variant="subtle" color="gray" onClick={onClose}>
              {common.actions.cancel}
            </Button>
          }
        />
      }
    >
      <TextField control={form.control} name="name" label={words.name} required autoFocus />
      <ColourField
        control={form.control}
        name="color"
        label={words.color}
        swatches={swatches}
        required
      />
      <TextField control={form.control} name="description" label={words.description} />
      <NumberField
        control={form.control}
        name="priority"
        label={words.priority}
        help={words.priorityHelp}
      />
    </Form>
  );
}
