import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useController, useWatch } from 'react-hook-form';
import { mergeRequests } from '#contract/merge-requests.ts';
import { useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { CheckboxField, TextField } from '../../form/fields.tsx';
import { TextareaField } from '../../form/textarea-field.tsx';
import { FieldGroup, Form } from '../../form/form.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { ButtonLink } from '../../lib/links.tsx';
import { Page } from '../../ui/page.tsx';
import { common } from '../../words/common.ts';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { BranchField } from './branch-field.tsx';
import { ComparePreview } from './compare-preview.tsx';
import { projectOf } from './queries.ts';
import { ReviewersField } from './reviewers-field.tsx';

const route = getRouteApi('/_auth/projects/$project/merge-requests/new');
const words = mergeRequestWords.form;

const newBody = mergeRequests.create.body.pick({
  source_branch: true,
  target_branch: true,
  title: true,
  description: true,
  reviewer_ids: true,
  remove_source_branch: true,
  squash: true,
});

/** Proposes a branch; what would be merged is shown as soon as both are chosen. */
export function NewMergeRequestPage() {
  const { project: path } = route.useParams();
  const { source_branch: source = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: project } = useSuspenseQuery(projectOf(path));
  const create = useCommand(mergeRequests.create, {
    invalidates: [mergeRequests.list, mergeRequests.listAll],
    done: ({ reference }) => words.created(reference),
  });
  const form = useContractForm(newBody, {
    source_branch: source,
    target_branch: project.default_branch ?? '',
    title: '',
    description: '',
    reviewer_ids: [],
    remove_source_branch: project.remove_source_branch_after_merge,
    squash: project.squash_option === 'always' || project.squash_option === 'default_on',
  });
  const { control } = form;
  const [from, to] = useWatch({ control, name: ['source_branch', 'target_branch'] });
  const { field: reviewers } = useController({ control, name: 'reviewer_ids' });

  const proposeTitle = (title: string) => {
    if (!form.getFieldState('title').isDirty) form.setValue('title', title);
  };
  return (
    <Page title={mergeRequestWords.create}>
      <Form
        form={form}
        onSubmit={async (values) => {
          const made = await create.mutateAsync({ id: path, ...values });
          await navigate({
            to: '/projects/$project/merge-requests/$iid',
            params: { project: path, iid: String(made.iid) },
          });
        }}
        aside={<ComparePreview project={path} source={from} target={to} onTitle={proposeTitle} />}
        bar={
          <SubmitBar
            form={form}
            label={words.submit}
            cancel={
              <ButtonLink
                to="/projects/$project/merge-requests"
                params={{ project: path }}
                variant="subtle"
                color="gray"
              >
                {common.actions.cancel}
              </ButtonLink>
            }
          />
        }
      >
        <FieldGroup title={words.branches}>
          <BranchField
            control={control}
            name="source_branch"
            label={words.source}
            project={path}
            chosen={from}
            required
          />
          <BranchField
            control={control}
            name="target_branch"
            label={words.target}
            project={path}
            chosen={to}
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
          rows={5}
        />
        <ReviewersField
          project={path}
          value={reviewers.value ?? []}
          known={[]}
          onChange={reviewers.onChange}
        />
        <FieldGroup title={words.options}>
          <CheckboxField control={control} name="remove_source_branch" label={words.removeBranch} />
          {project.squash_option !== 'never' && (
            <CheckboxField
              control={control}
              name="squash"
              label={words.squash}
              disabled={project.squash_option === 'always'}
            />
          )}
        </FieldGroup>
      </Form>
    </Page>
  );
}
