import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { visibility } from '#contract/common.ts';
import { projects } from '#contract/projects.ts';
import { useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { useGuidelines } from '../../api/guidelines.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { CheckboxField, TextField } from '../../form/fields.tsx';
import { TextareaField } from '../../form/textarea-field.tsx';
import { Form } from '../../form/form.tsx';
import { GroupField } from '../../form/group-field.tsx';
import { SelectField } from '../../form/select-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { ButtonLink } from '../../lib/links.tsx';
import { slugOf } from '../../lib/slug.ts';
import { Guidelines } from '../../ui/guidelines.tsx';
import { Page } from '../../ui/page.tsx';
import { common } from '../../words/common.ts';
import { projectWords } from '../../words/projects.ts';
import { groupShown } from './queries.ts';

const route = getRouteApi('/_auth/projects/new');
const words = projectWords.form;

/** A new project: empty, or with a README. */
export function NewProjectPage() {
  const { group } = route.useSearch();
  return group === undefined ? <ProjectForm /> : <InGroup group={group} />;
}

function InGroup({ group }: { group: string }) {
  const { data } = useSuspenseQuery(groupShown(group));
  return <ProjectForm namespace={{ value: data.id, label: data.full_path }} />;
}

function ProjectForm({ namespace }: { namespace?: { value: number; label: string } }) {
  const user = useCurrentUser();
  const { newProject } = useGuidelines();
  const navigate = route.useNavigate();
  const create = useCommand(projects.create, {
    invalidates: [projects.list, projects.listOfGroup],
    done: ({ name }) => words.created(name),
  });
  const form = useContractForm(projects.create.body, {
    name: '',
    path: '',
    namespace_id: namespace?.value,
    description: '',
    visibility: 'private',
    initialize_with_readme: false,
  });
  const proposePath = () => {
    if (form.getFieldState('path').isDirty) return;
    form.setValue('path', slugOf(form.getValues('name') ?? ''));
  };
  return (
    <Page title={projectWords.create}>
      <Form
        form={form}
        request={(input) => ({ endpoint: projects.create, input })}
        onSubmit={async (values) => {
          const made = await create.mutateAsync(values);
          await navigate({
            to: '/projects/$project',
            params: { project: made.path_with_namespace },
          });
        }}
        bar={
          <SubmitBar
            form={form}
            label={words.submit}
            cancel={
              <ButtonLink to="/projects" variant="subtle" color="gray">
                {common.actions.cancel}
              </ButtonLink>
            }
          />
        }
      >
        <Guidelines title={common.navigation.guidelines} text={newProject} />
        <TextField
          control={form.control}
          name="name"
          label={words.name}
          onEdit={() => queueMicrotask(proposePath)}
          required
          autoFocus
        />
        <TextField
          control={form.control}
          name="path"
          label={words.path}
          help={words.pathHelp}
          mono
        />
        <GroupField
          control={form.control}
          name="namespace_id"
          label={words.namespace}
          help={words.namespaceHelp}
          placeholder={words.self(user.username)}
          role={30}
          given={namespace}
        />
        <SelectField
          control={form.control}
          name="visibility"
          label={words.visibility}
          choices={visibility.options.map((value) => ({
            value,
            label: words.visibilities[value],
          }))}
        />
        <TextareaField
          control={form.control}
          name="description"
          label={words.description}
          rows={2}
        />
        <CheckboxField
          control={form.control}
          name="initialize_with_readme"
          label={words.readme}
          help={words.readmeHelp}
        />
      </Form>
    </Page>
  );
}
