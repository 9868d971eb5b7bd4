import { useWatch } from 'react-hook-form';
import { visibility } from '#contract/common.ts';
import { wikiAccessLevel } from '#contract/project-traits.ts';
import { BranchField } from '../../form/branch-field.tsx';
import { TextField } from '../../form/fields.tsx';
import { FieldGroup } from '../../form/form.tsx';
import { TagsField } from '../../form/list-fields.tsx';
import { SelectField } from '../../form/select-field.tsx';
import { SwitchField } from '../../form/switch-field.tsx';
import { TextareaField } from '../../form/textarea-field.tsx';
import { projectSettingsWords as words } from '../../words/project-settings.ts';
import { type Project, ProjectSettingsForm, useSettledProject } from './settings-form.tsx';

const valuesOf = (project: Project) => ({
  name: project.name,
  description: project.description ?? '',
  topics: project.topics,
  visibility: project.visibility,
  issues_enabled: project.issues_enabled,
  merge_requests_enabled: project.merge_requests_enabled,
  wiki_access_level: project.wiki_access_level,
  ...(!project.empty_repo && { default_branch: project.default_branch ?? '' }),
  ci_config_path: project.ci_config_path ?? '',
});

const visibilityChoices = visibility.options.map((value) => ({
  value,
  label: words.visibilities[value],
}));

const wikiChoices = wikiAccessLevel.options.map((value) => ({
  value,
  label: words.wikiLevels[value],
}));

/** What the project is, who sees it, and its code. */
export function GeneralSettings() {
  const { path, project } = useSettledProject();
  return (
    <ProjectSettingsForm key={project.id} project={project} valuesOf={valuesOf}>
      {({ control }) => (
        <>
          <FieldGroup title={words.about} about={words.aboutHelp}>
            <TextField control={control} name="name" label={words.name} required />
            <TextareaField
              control={control}
              name="description"
              label={words.description}
              rows={2}
            />
            <TagsField
              control={control}
              name="topics"
              label={words.topics}
              help={words.topicsHelp}
            />
          </FieldGroup>
          <FieldGroup title={words.access} about={words.accessHelp}>
            <SelectField
              control={control}
              name="visibility"
              label={words.visibility}
              choices={visibilityChoices}
            />
            <SwitchField control={control} name="issues_enabled" label={words.issues} />
            <SwitchField
              control={control}
              name="merge_requests_enabled"
              label={words.mergeRequestsOn}
            />
            <SelectField
              control={control}
              name="wiki_access_level"
              label={words.wiki}
              choices={wikiChoices}
            />
          </FieldGroup>
          <FieldGroup title={words.code} about={words.codeHelp}>
            {project.empty_repo ? (
              <p>{words.emptyBranchHelp}</p>
            ) : (
              <DefaultBranch control={control} path={path} />
            )}
            <TextField
              control={control}
              name="ci_config_path"
              label={words.ciConfigPath}
              help={words.ciConfigPathHelp}
              mono
            />
          </FieldGroup>
        </>
      )}
    </ProjectSettingsForm>
  );
}

type Control = Parameters<Parameters<typeof ProjectSettingsForm>[0]['children']>[0]['control'];

function DefaultBranch({ control, path }: { control: Control; path: string }) {
  const chosen = useWatch({ control, name: 'default_branch' });
  return (
    <BranchField
      control={control}
      name="default_branch"
      label={words.defaultBranch}
      help={words.defaultBranchHelp}
      project={path}
      chosen={chosen ?? ''}
    />
  );
}
