import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type * as z from 'zod';
import { type Issue, issues } from '#contract/issues.ts';
import { useCommand } from '../../api/client.ts';
import { changedOnly, useContractForm } from '../../form/contract-form.ts';
import { CheckboxField, TextField } from '../../form/fields.tsx';
import { FieldGroup, Form } from '../../form/form.tsx';
import { NumberField } from '../../form/number-field.tsx';
import { SelectField } from '../../form/select-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { TextareaField } from '../../form/textarea-field.tsx';
import { PlanFields, planOf } from '../../planning/plan-fields.tsx';
import { issueWords } from '../../words/issues.ts';
import { touched } from './queries.ts';

const words = issueWords.form;

const formBody = issues.create.body.pick({
  title: true,
  description: true,
  confidential: true,
  issue_type: true,
  assignee_ids: true,
  labels: true,
  milestone_id: true,
  due_date: true,
  weight: true,
});
type Values = z.input<typeof formBody>;

const valuesOf = (record: Issue | undefined): Values => ({
  title: record?.title ?? '',
  description: record?.description ?? '',
  confidential: record?.confidential ?? false,
  issue_type: record?.issue_type ?? 'issue',
  ...planOf(record),
  due_date: record?.due_date ?? null,
  weight: record?.weight ?? null,
});

const types = Object.entries(issueWords.types).map(([value, label]) => ({ value, label }));

/** What an issue says: a new one, or `record` as it is changed. */
export function IssueForm(props: {
  /** The project as the URL names it. */
  path: string;
  record?: Issue;
  /** Labels, people and days are for members. */
  mayPlan: boolean;
  cancel: ReactNode;
}) {
  const { path, record, mayPlan, cancel } = props;
  const navigate = useNavigate();
  const isNew = record === undefined;
  const create = useCommand(issues.create, {
    invalidates: touched,
    done: ({ references }) => words.created(references.short),
  });
  const update = useCommand(issues.update, { invalidates: touched, done: words.saved });
  const form = useContractForm(formBody, valuesOf(record), { keepBlank: !isNew });
  const { control } = form;
  const request = (typed: Values) =>
    isNew
      ? { endpoint: issues.create, input: { id: path, ...typed } }
      : {
          endpoint: issues.update,
          input: { id: path, issue_iid: record.iid, ...changedOnly(form, typed) },
        };
  const save = (values: z.output<typeof formBody>) =>
    isNew
      ? create.mutateAsync({ id: path, ...values })
      : update.mutateAsync({ id: path, issue_iid: record.iid, ...changedOnly(form, values) });
  return (
    <Form
      form={form}
      request={request}
      onSubmit={async (values) => {
        const { iid } = await save(values);
        await navigate({
          to: '/projects/$project/issues/$iid',
          params: { project: path, iid: String(iid) },
        });
      }}
      bar={
        <SubmitBar
          form={form}
          label={isNew ? words.submit : words.save}
          needsChange={!isNew}
          cancel={cancel}
        />
      }
    >
      <TextField control={control} name="title" label={words.title} required autoFocus={isNew} />
      <TextareaField
        control={control}
        name="description"
        label={words.description}
        help={words.descriptionHelp}
        rows={8}
      />
      <CheckboxField
        control={control}
        name="confidential"
        label={words.confidential}
        help={words.confidentialHelp}
      />
      {mayPlan && (
        <FieldGroup title={words.plan}>
          <SelectField control={control} name="issue_type" label={words.type} choices={types} />
          <PlanFields control={control} project={path} record={record} />
          <TextField control={control} name="due_date" label={words.due} type="date" />
          <NumberField
            control={control}
            name="weight"
            label={words.weight}
            help={words.weightHelp}
          />
        </FieldGroup>
      )}
    </Form>
  );
}
