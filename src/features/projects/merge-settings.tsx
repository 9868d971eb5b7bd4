import { projects } from '#contract/projects.ts';
import { FieldGroup } from '../../form/form.tsx';
import { SelectField } from '../../form/select-field.tsx';
import { SwitchField } from '../../form/switch-field.tsx';
import { TextareaField } from '../../form/textarea-field.tsx';
import { projectSettingsWords as words } from '../../words/project-settings.ts';
import { type Project, ProjectSettingsForm, useSettledProject } from './settings-form.tsx';

const { merge_method: method, squash_option: squash } = projects.show.response.shape;

const methods = method.options.map((value) => ({ value, label: words.methods[value] }));
const squashes = squash.options.map((value) => ({ value, label: words.squashes[value] }));

const valuesOf = (project: Project) => ({
  merge_method: project.merge_method,
  squash_option: project.squash_option,
  remove_source_branch_after_merge: project.remove_source_branch_after_merge,
  only_allow_merge_if_pipeline_succeeds: project.only_allow_merge_if_pipeline_succeeds,
  only_allow_merge_if_all_status_checks_passed:
    project.only_allow_merge_if_all_status_checks_passed,
  allow_merge_on_skipped_pipeline: project.allow_merge_on_skipped_pipeline,
  only_allow_merge_if_all_discussions_are_resolved:
    project.only_allow_merge_if_all_discussions_are_resolved,
  merge_commit_template: project.merge_commit_template ?? '',
  squash_commit_template: project.squash_commit_template ?? '',
});

/** How merge requests are merged, and what has to be so before. */
export function MergeSettings() {
  const { project } = useSettledProject();
  return (
    <ProjectSettingsForm key={project.id} project={project} valuesOf={valuesOf}>
      {({ control }) => (
        <>
          <FieldGroup title={words.merging} about={words.mergingHelp}>
            <SelectField
              control={control}
              name="merge_method"
              label={words.method}
              choices={methods}
            />
            <SelectField
              control={control}
              name="squash_option"
              label={words.squash}
              choices={squashes}
            />
            <SwitchField
              control={control}
              name="remove_source_branch_after_merge"
              label={words.removeBranch}
              help={words.removeBranchHelp}
            />
          </FieldGroup>
          <FieldGroup title={words.checks} about={words.checksHelp}>
            <SwitchField
              control={control}
              name="only_allow_merge_if_pipeline_succeeds"
              label={words.pipeline}
              help={words.pipelineHelp}
            />
            <SwitchField
              control={control}
              name="allow_merge_on_skipped_pipeline"
              label={words.skipped}
              help={words.skippedHelp}
            />
            <SwitchField
              control={control}
              name="only_allow_merge_if_all_discussions_are_resolved"
              label={words.threads}
            />
            <SwitchField
              control={control}
              name="only_allow_merge_if_all_status_checks_passed"
              label={words.controls}
              help={words.controlsHelp}
            />
          </FieldGroup>
          <FieldGroup title={words.messages} about={words.messagesHelp}>
            <TextareaField
              control={control}
              name="merge_commit_template"
              label={words.mergeTemplate}
              rows={3}
            />
            <TextareaField
              control={control}
              name="squash_commit_template"
              label={words.squashTemplate}
              rows={3}
            />
          </FieldGroup>
        </>
      )}
    </ProjectSettingsForm>
  );
}
