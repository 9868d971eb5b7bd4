import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type * as z from 'zod';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { MergeRequest } from '#contract/merge-request-record.ts';
import { mergeRequests } from '#contract/merge-requests.ts';
import type { projects } from '#contract/projects.ts';
import { useCommand } from '../../api/client.ts';
import { BranchField } from '../../form/branch-field.tsx';
import { changedOnly, useContractForm } from '../../form/contract-form.ts';
import { CheckboxField, TextField } from '../../form/fields.tsx';
import { FieldGroup, Form } from '../../form/form.tsx';
import { MomentField } from '../../form/moment-field.tsx';
import { PeopleField } from '../../form/people-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { TextareaField } from '../../form/textarea-field.tsx';
import { PlanFields, planOf } from '../../planning/plan-fields.tsx';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { ComparePreview } from './compare-preview.tsx';
import { touched } from './queries.ts';

const words = mergeRequestWords.form;

type Project = ResponseOf<typeof projects.show>;

const formBody = mergeRequests.create.body.pick({
  source_branch: true,
  target_branch: true,
  title: true,
  description: true,
  reviewer_ids: true,
  assignee_ids: true,
  labels: true,
  milestone_id: true,
  remove_source_branch: true,
  squash: true,
  merge_after: true,
});
type Values = z.input<typeof formBody>;

const newValues = (project: Project, source: string): Values => ({
  source_branch: source,
  target_branch: project.default_branch ?? '',
  title: '',
  description: '',
  reviewer_ids: [],
  ...planOf(undefined),
  remove_source_branch: project.remove_source_branch_after_merge,
  squash: project.squash_option === 'always' || project.squash_option === 'default_on',
  merge_after: null,
});

const valuesOf = (record: MergeRequest): Values => ({
  source_branch: record.source_branch,
  target_branch: record.target_branch,
  title: record.title,
  description: record.description ?? '',
  reviewer_ids: record.reviewers.map(({ id }) => id),
  ...planOf(record),
  remove_source_branch: record.force_remove_source_branch,
  squash: record.squash,
  merge_after: record.merge_after,
});

/** What a merge request says of itself: a new one, or `record` as it is changed. */
export function MergeRequestForm(props: {
  /** The project as the URL names it. */
  path: string;
  project: Project;
  record?: MergeRequest;
  /** The branch that a new one begins with. */
  source?: string;
  cancel: ReactNode;
}) {
  const { path, project, record, source = '', cancel } = props;
  const navigate = useNavigate();
  const isNew = record === undefined;
  const create = useCommand(mergeRequests.create, {
    invalidates: touched,
    done: ({ reference }) => words.created(reference),
  });
  const update = useCommand(mergeRequests.update, { invalidates: touched, done: words.saved });
  const form = useContractForm(formBody, isNew ? newValues(project, source) : valuesOf(record), {
    keepBlank: !isNew,
  });
  const { control } = form;
  const [from, to] = useWatch({ control, name: ['source_branch', 'target_branch'] });

  const save = (values: z.output<typeof formBody>) =>
    isNew
      ? create.mutateAsync({ id: path, ...values })
      : update.mutateAsync({
          id: path,
          merge_request_iid: record.iid,
          ...changedOnly(form, values),
        });
  const request = (typed: Values) =>
    isNew
      ? { endpoint: mergeRequests.create, input: { id: path, ...typed } }
      : {
          endpoint: mergeRequests.update,
          input: { id: path, merge_request_iid: record.iid, ...changedOnly(form, typed) },
        };
  const proposeTitle = (title: string) => {
    if (!form.getFieldState('title').isDirty) form.setValue('title', title);
  };
  return (
    <Form
      form={form}
      request={request}
      onSubmit={async (values) => {
        const { iid } = await save(values);
        await navigate({
          to: '/projects/$project/merge-requests/$iid',
          params: { project: path, iid: String(iid) },
        });
      }}
      aside={
        isNew && <ComparePreview project={path} source={from} target={to} onTitle={proposeTitle} />
      }
      bar={
        <SubmitBar
          form={form}
          label={isNew ? words.submit : words.save}
          needsChange={!isNew}
          blocked={from !== '' && from === to ? words.same : undefined}
          cancel={cancel}
        />
      }
    >
      <FieldGroup title={words.branches}>
        <BranchField
          control={control}
          name="source_branch"
          label={words.source}
          help={isNew ? undefined : words.sourceHelp}
          project={path}
          chosen={from}
          disabled={!isNew}
          required
        />
        <BranchField
          control={control}
          name="target_branch"
          label={words.target}
          project={path}
          chosen={to}
          disabled={record?.state === 'merged'}
          required
        />
      </FieldGroup>
      <TextField
        control={control}
        name="title"
        label={words.title}
        help={words.titleHelp}
        required
      />
      <TextareaField
        control={control}
        name="description"
        label={words.description}
        help={words.descriptionHelp}
        rows={isNew ? 5 : 8}
      />
      <FieldGroup title={words.people}>
        <PeopleField
          control={control}
          name="reviewer_ids"
          label={words.reviewers}
          project={path}
          known={record?.reviewers ?? []}
        />
        <PlanFields control={control} project={path} record={record} />
      </FieldGroup>
      <FieldGroup title={words.options}>
        <CheckboxField control={control} name="remove_source_branch" label={words.removeBranch} />
        {project.squash_option !== 'never' && (
          <CheckboxField
            control={control}
            name="squash"
            label={words.squash}
            help={
              project.squash_option === 'always' ? mergeRequestWords.box.squashAlways : undefined
            }
            disabled={project.squash_option === 'always'}
          />
        )}
        <MomentField
          control={control}
          name="merge_after"
          label={words.mergeAfter}
          help={words.mergeAfterHelp}
        />
      </FieldGroup>
    </Form>
  );
}
