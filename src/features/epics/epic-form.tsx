import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type * as z from 'zod';
import { type Epic, epics } from '#contract/epics.ts';
import { useCommand } from '../../api/client.ts';
import { changedOnly, useContractForm } from '../../form/contract-form.ts';
import { CheckboxField, TextField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { LabelsField } from '../../form/labels-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { TextareaField } from '../../form/textarea-field.tsx';
import { labelNames } from '../../planning/bulk-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { common } from '../../words/common.ts';
import { epicWords } from '../../words/epics.ts';
import { planningWords } from '../../words/planning.ts';
import { touched } from './queries.ts';

const words = epicWords.form;

const formBody = epics.create.body.pick({
  title: true,
  description: true,
  confidential: true,
  labels: true,
  start_date_fixed: true,
  due_date_fixed: true,
});
type Values = z.input<typeof formBody>;

const valuesOf = (record: Epic | undefined): Values => ({
  title: record?.title ?? '',
  description: record?.description ?? '',
  confidential: record?.confidential ?? false,
  labels: record === undefined ? [] : labelNames(record),
  start_date_fixed: record?.start_date_fixed ?? null,
  due_date_fixed: record?.due_date_fixed ?? null,
});

interface Props {
  /** The group as the URL names it. */
  readonly group: string;
  readonly record?: Epic;
  readonly onClose: () => void;
}

/** Opens an epic, or changes the one that is given. */
export function EpicDialog(props: Props) {
  const { record, onClose } = props;
  return (
    <Dialog
      testId="epic"
      onClose={onClose}
      size="lg"
      title={record === undefined ? epicWords.create : words.editTitle(record.references.short)}
    >
      <EpicForm {...props} />
    </Dialog>
  );
}

function EpicForm({ group, record, onClose }: Props) {
  const navigate = useNavigate();
  const isNew = record === undefined;
  const create = useCommand(epics.create, {
    invalidates: touched,
    done: ({ references }) => words.created(references.short),
  });
  const update = useCommand(epics.update, { invalidates: touched, done: words.saved });
  const form = useContractForm(formBody, valuesOf(record), { keepBlank: !isNew });
  const { control } = form;
  return (
    <Form
      form={form}
      plain
      request={(typed) =>
        isNew
          ? { endpoint: epics.create, input: { id: group, ...typed } }
          : {
              endpoint: epics.update,
              input: { id: group, epic_iid: record.iid, ...changedOnly(form, typed) },
            }
      }
      onSubmit={async (values) => {
        if (isNew) {
          const { iid } = await create.mutateAsync({ id: group, ...values });
          await navigate({ to: '/groups/$group/epics/$iid', params: { group, iid: String(iid) } });
        } else {
          const changed = changedOnly(form, values);
          await update.mutateAsync({ id: group, epic_iid: record.iid, ...changed });
          onClose();
        }
      }}
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
      <TextField control={control} name="title" label={words.title} required autoFocus />
      <TextareaField
        control={control}
        name="description"
        label={words.description}
        help={words.descriptionHelp}
        rows={6}
      />
      <CheckboxField
        control={control}
        name="confidential"
        label={words.confidential}
        help={words.confidentialHelp}
      />
      <LabelsField
        control={control}
        place={{ kind: 'group', id: group }}
        name="labels"
        label={planningWords.labels}
      />
      <TextField
        control={control}
        name="start_date_fixed"
        label={words.start}
        type="date"
        nullable
      />
      <TextField control={control} name="due_date_fixed" label={words.due} type="date" nullable />
    </Form>
  );
}
