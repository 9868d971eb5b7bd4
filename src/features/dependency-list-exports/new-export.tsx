import { Button } from '@mantine/core';
import * as z from 'zod';
import {
  exportColumns,
  type ExportType,
  exportTypesOf,
} from '#contract/dependency-export-record.ts';
import { dependencyListExports } from '#contract/dependency-list-exports.ts';
import { useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { Form } from '../../form/form.tsx';
import { MultiSelectField } from '../../form/list-fields.tsx';
import { NumberField } from '../../form/number-field.tsx';
import { SelectField } from '../../form/select-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { SwitchField } from '../../form/switch-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { common } from '../../words/common.ts';
import { exportWords } from '../../words/dependency-list-exports.ts';
import { type Place, touched } from './queries.ts';

const words = exportWords.form;

const typesOf: Readonly<Record<Place['kind'], readonly ExportType[]>> = {
  project: [...exportTypesOf.project, ...exportTypesOf.pipeline],
  group: exportTypesOf.group,
};

const form = z.object({
  export_type: z.enum([
    'dependency_list',
    'csv',
    'cyclonedx_1_6_json',
    'spdx_2_3_json',
    'json_array',
    'sbom',
  ]),
  pipeline: z.int().min(1).optional(),
  columns: z.array(z.enum(exportColumns)).optional(),
  send_email: z.boolean(),
});
type Typed = z.output<typeof form>;

const choicesOf = <V extends string>(values: readonly V[], labels: Readonly<Record<V, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

/** The call that a filled form makes; the schema of its endpoint narrows what is typed. */
function requestOf({ kind, path }: Place, { export_type, pipeline, columns, send_email }: Typed) {
  const { createForProject, createForGroup, createForPipeline } = dependencyListExports;
  const more = export_type === 'csv' && columns !== undefined && columns.length > 0 && { columns };
  const asked = { export_type, send_email, ...more };
  if (export_type === 'sbom') {
    const input = { id: pipeline ?? 0, ...createForPipeline.body.parse(asked) };
    return { of: 'pipeline', endpoint: createForPipeline, input } as const;
  }
  if (kind === 'group') {
    const input = { id: path, ...createForGroup.body.parse(asked) };
    return { of: 'group', endpoint: createForGroup, input } as const;
  }
  const input = { id: path, ...createForProject.body.parse(asked) };
  return { of: 'project', endpoint: createForProject, input } as const;
}

/** Begins an export of a project, of one of its pipelines, or of a group. */
export function NewExportDialog({ place, onClose }: { place: Place; onClose: () => void }) {
  const options = { invalidates: touched, done: words.begun };
  const ofProject = useCommand(dependencyListExports.createForProject, options);
  const ofGroup = useCommand(dependencyListExports.createForGroup, options);
  const ofPipeline = useCommand(dependencyListExports.createForPipeline, options);
  const filled = useContractForm(form, { export_type: 'csv', columns: [], send_email: false });
  const { control } = filled;
  const type = filled.watch('export_type');
  const begin = async (typed: Typed) => {
    const asked = requestOf(place, typed);
    if (asked.of === 'pipeline') await ofPipeline.mutateAsync(asked.input);
    else if (asked.of === 'group') await ofGroup.mutateAsync(asked.input);
    else await ofProject.mutateAsync(asked.input);
    onClose();
  };
  return (
    <Dialog testId="new-export" onClose={onClose} title={exportWords.create}>
      <Form
        form={filled}
        plain
        request={(typed) => requestOf(place, typed)}
        onSubmit={begin}
        bar={
          <SubmitBar
            form={filled}
            label={words.submit}
            cancel={
              <Button variant="subtle" color="gray" onClick={onClose}>
                {common.actions.cancel}
              </Button>
            }
          />
        }
      >
        <SelectField
          control={control}
          name="export_type"
          label={words.type}
          choices={choicesOf(typesOf[place.kind], exportWords.types)}
          required
        />
        {type === 'sbom' && (
          <NumberField
            control={control}
            name="pipeline"
            label={words.pipeline}
            help={words.pipelineHelp}
            required
          />
        )}
        {type === 'csv' && (
          <MultiSelectField
            control={control}
            name="columns"
            label={words.columns}
            help={words.columnsHelp}
            choices={choicesOf(exportColumns, words.columnChoices)}
          />
        )}
        <SwitchField
          control={control}
          name="send_email"
          label={words.email}
          help={words.emailHelp}
        />
      </Form>
    </Dialog>
  );
}
