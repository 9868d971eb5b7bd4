import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ResponseOf } from '#contract/endpoint.ts';
import { visibility } from '#contract/common.ts';
import { groups } from '#contract/groups.ts';
import { useCommand } from '../../api/client.ts';
import { changedOnly, saveAndStay, useContractForm } from '../../form/contract-form.ts';
import { TextField } from '../../form/fields.tsx';
import { FieldGroup, Form } from '../../form/form.tsx';
import { SelectField } from '../../form/select-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { TextareaField } from '../../form/textarea-field.tsx';
import { groupSettingsWords as words } from '../../words/group-settings.ts';
import { groupShown, touchedByGroup } from './queries.ts';

const route = getRouteApi('/_auth/groups/$group/settings/');

type Group = ResponseOf<typeof groups.show>;

const { project_creation_level, subgroup_creation_level } = groups.update.body.shape;
const projectLevels = project_creation_level.unwrap().options;
const subgroupLevels = subgroup_creation_level.unwrap().options;

const labelled = <V extends keyof typeof words.levels>(values: readonly V[]) =>
  values.map((value) => ({ value, label: words.levels[value] }));

const valuesOf = (group: Group) => ({
  name: group.name,
  description: group.description,
  visibility: group.visibility,
  project_creation_level: projectLevels.find((level) => level === group.project_creation_level),
  subgroup_creation_level: subgroupLevels.find((level) => level === group.subgroup_creation_level),
});

/** What the group is and who may do what in it. */
export function GroupGeneralSettings() {
  const { group: path } = route.useParams();
  const { data: group } = useSuspenseQuery(groupShown(path));
  return <GeneralForm key={group.id} group={group} />;
}

function GeneralForm({ group }: { group: Group }) {
  const update = useCommand(groups.update, { invalidates: touchedByGroup, done: words.saved });
  const form = useContractForm(groups.update.body, valuesOf(group), { keepBlank: true });
  const { control } = form;
  const id = String(group.id);
  return (
    <Form
      form={form}
      staysOpen
      request={(typed) => ({
        endpoint: groups.update,
        input: { id, ...changedOnly(form, typed) },
      })}
      onSubmit={(values) =>
        saveAndStay(form, async () =>
          valuesOf(await update.mutateAsync({ id, ...changedOnly(form, values) })),
        )
      }
      bar={<SubmitBar form={form} label={words.save} needsChange />}
    >
      <FieldGroup title={words.about} about={words.aboutHelp}>
        <TextField control={control} name="name" label={words.name} required />
        <TextareaField control={control} name="description" label={words.description} rows={2} />
      </FieldGroup>
      <FieldGroup title={words.access} about={words.accessHelp}>
        <SelectField
          control={control}
          name="visibility"
          label={words.visibility}
          help={words.visibilityHelp}
          choices={visibility.options.map((value) => ({
            value,
            label: words.visibilities[value],
          }))}
        />
        <SelectField
          control={control}
          name="project_creation_level"
          label={words.projectCreation}
          choices={labelled(projectLevels)}
        />
        <SelectField
          control={control}
          name="subgroup_creation_level"
          label={words.subgroupCreation}
          choices={labelled(subgroupLevels)}
        />
      </FieldGroup>
    </Form>
  );
}
