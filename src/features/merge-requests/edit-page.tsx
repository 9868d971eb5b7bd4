import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useController, useWatch } from 'react-hook-form';
import type { MergeRequest } from '#contract/merge-request-record.ts';
import { mergeRequests } from '#contract/merge-requests.ts';
import { useCommand } from '../../api/client.ts';
import { changedOnly, useContractForm } from '../../form/contract-form.ts';
import { CheckboxField, TextField } from '../../form/fields.tsx';
import { TextareaField } from '../../form/textarea-field.tsx';
import { FieldGroup, Form } from '../../form/form.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { ButtonLink } from '../../lib/links.tsx';
import { Page } from '../../ui/page.tsx';
import { common } from '../../words/common.ts';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { BranchField } from './branch-field.tsx';
import { mergeRequestShown, touched, type Which } from './queries.ts';
import { ReviewersField } from './reviewers-field.tsx';

const route = getRouteApi('/_auth/projects/$project/merge-requests/$iid_/edit');
const words = mergeRequestWords.form;

const editBody = mergeRequests.update.body.pick({
  title: true,
  description: true,
  target_branch: true,
  reviewer_ids: true,
  remove_source_branch: true,
  squash: true,
});

/** What a merge request says of itself. */
export function EditMergeRequestPage() {
  const { project, iid } = route.useParams();
  const which = { project, iid: Number(iid) };
  const { data: record } = useSuspenseQuery(mergeRequestShown(which));
  return (
    <Page title={words.editTitle} number={record.reference}>
      <EditForm key={record.id} which={which} record={record} />
    </Page>
  );
}

function EditForm({ which, record }: { which: Which; record: MergeRequest }) {
  const navigate = route.useNavigate();
  const back = {
    to: '/projects/$project/merge-requests/$iid',
    params: { project: which.project, iid: String(which.iid) },
  } as const;
  const update = useCommand(mergeRequests.update, { invalidates: touched, done: words.saved });
  const form = useContractForm(
    editBody,
    {
      title: record.title,
      description: record.description ?? '',
      target_branch: record.target_branch,
      reviewer_ids: record.reviewers.map(({ id }) => id),
      remove_source_branch: record.force_remove_source_branch ?? false,
      squash: record.squash,
    },
    { keepBlank: true },
  );
  const { control } = form;
  const target = useWatch({ control, name: 'target_branch' }) ?? '';
  const { field: reviewers } = useController({ control, name: 'reviewer_ids' });
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        await update.mutateAsync({
          id: which.project,
          merge_request_iid: which.iid,
          ...changedOnly(form, values),
        });
        await navigate(back);
      }}
      bar={
        <SubmitBar
          form={form}
          label={words.save}
          needsChange
          cancel={
            <ButtonLink {...back} variant="subtle" color="gray">
              {common.actions.cancel}
            </ButtonLink>
          }
        />
      }
    >
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
        rows={8}
      />
      <BranchField
        control={control}
        name="target_branch"
        label={words.target}
        project={which.project}
        chosen={target}
        required
      />
      <ReviewersField
        project={which.project}
        value={reviewers.value ?? []}
        known={record.reviewers}
        onChange={reviewers.onChange}
      />
      <FieldGroup title={words.options}>
        <CheckboxField control={control} name="remove_source_branch" label={words.removeBranch} />
        <CheckboxField control={control} name="squash" label={words.squash} />
      </FieldGroup>
    </Form>
  );
}
