import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { visibility } from '#contract/common.ts';
import { groups } from '#contract/groups.ts';
import { useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { TextField } from '../../form/fields.tsx';
import { TextareaField } from '../../form/textarea-field.tsx';
import { Form } from '../../form/form.tsx';
import { GroupField } from '../../form/group-field.tsx';
import { SelectField } from '../../form/select-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { ButtonLink } from '../../lib/links.tsx';
import { slugOf } from '../../lib/slug.ts';
import { Page } from '../../ui/page.tsx';
import { common } from '../../words/common.ts';
import { groupWords } from '../../words/groups.ts';
import { groupShown } from './queries.ts';

const route = getRouteApi('/_auth/groups/new');
const words = groupWords.form;

/** A new group, at the top or inside of another. */
export function NewGroupPage() {
  const { parent } = route.useSearch();
  return parent === undefined ? <GroupForm /> : <InParent parent={parent} />;
}

function InParent({ parent }: { parent: string }) {
  const { data } = useSuspenseQuery(groupShown(parent));
  return <GroupForm parent={{ value: data.id, label: data.full_path }} />;
}

function GroupForm({ parent }: { parent?: { value: number; label: string } }) {
  const navigate = route.useNavigate();
  const create = useCommand(groups.create, {
    invalidates: [groups.list, groups.subgroups],
    done: ({ name }) => words.created(name),
  });
  const form = useContractForm(groups.create.body, {
    name: '',
    path: '',
    parent_id: parent?.value,
    description: '',
    visibility: 'private',
  });
  const proposePath = () => {
    if (form.getFieldState('path').isDirty) return;
    form.setValue('path', slugOf(form.getValues('name')));
  };
  return (
    <Page title={parent === undefined ? groupWords.create : groupWords.createSubgroup}>
      <Form
        form={form}
        request={(input) => ({ endpoint: groups.create, input })}
        onSubmit={async (values) => {
          const made = await create.mutateAsync(values);
          await navigate({ to: '/groups/$group', params: { group: made.full_path } });
        }}
        bar={
          <SubmitBar
            form={form}
            label={words.submit}
            cancel={
              <ButtonLink to="/groups" variant="subtle" color="gray">
                {common.actions.cancel}
              </ButtonLink>
            }
          />
        }
      >
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
          required
        />
        <GroupField
          control={form.control}
          name="parent_id"
          label={words.parent}
          help={words.parentHelp}
          role={40}
          given={parent}
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
      </Form>
    </Page>
  );
}
