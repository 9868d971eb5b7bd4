import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { ApiRequest } from '../../api/screen-requests.ts';
import { TextField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { RefField } from '../../form/ref-field.tsx';
import { SelectField } from '../../form/select-field.tsx';
import { SwitchField } from '../../form/switch-field.tsx';
import { type TypedVariable, VariablesField } from '../../form/variables-field.tsx';
import { Section } from '../../ui/page.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { scheduleWords } from '../../words/pipeline-schedules.ts';
import { CronField } from './cron-field.tsx';
import { Findings } from './findings.tsx';
import { NextRuns } from './next-runs.tsx';
import { previewOf } from './queries.ts';
import type { ScheduleValues } from './schedule-values.ts';
import classes from './schedules.module.css';
import { VariableDialog } from './variable-dialog.tsx';
import { VariablesTable } from './variables-table.tsx';
import { ZoneHelp } from './zone-help.tsx';
import { zoneChoices } from './zones.ts';

const words = scheduleWords.editor;
/** Of several hundred zones so many are listed; typing finds the others. */
const mostZones = 40;

export type ScheduleFormState = UseFormReturn<ScheduleValues, unknown, ScheduleValues>;

/** What the server says to the time and zone as they are typed, a moment after the last key. */
function usePreview(form: ScheduleFormState) {
  const [cron, zone] = useWatch({ control: form.control, name: ['cron', 'cron_timezone'] });
  const [askedCron] = useDebouncedValue(cron, 200);
  const [askedZone] = useDebouncedValue(zone, 200);
  const { data, error } = useQuery({
    ...previewOf(askedCron, askedZone),
    placeholderData: keepPreviousData,
    enabled: askedCron.trim() !== '' && askedZone !== '',
  });
  const isCurrent = askedCron === cron && askedZone === zone;
  const problem = isCurrent ? data?.problems.cron : undefined;
  return { cron, data, error, problem };
}

/** The editor of a schedule: time, ref, variables, and beside them when it runs next. */
export function ScheduleForm(props: {
  form: ScheduleFormState;
  project: string;
  mayChange: boolean;
  /** Variables and inputs are for its owner and Maintainers. */
  maySeeSecrets: boolean;
  stored: ScheduleValues['variables'];
  owner?: ReactNode;
  staysOpen?: boolean;
  request: (typed: ScheduleValues) => ApiRequest;
  onSubmit: (values: ScheduleValues) => Promise<unknown>;
  bar: ReactNode;
}) {
  const { form, project, mayChange, maySeeSecrets, stored, owner, request, onSubmit, bar } = props;
  const { control } = form;
  const { cron, data: preview, error, problem } = usePreview(form);
  const disabled = !mayChange;
  const [edited, setEdited] = useState<TypedVariable | 'new'>();
  const problems = { syntax: words.syntax, never: words.neverRuns };
  const editor = (
    <Form
      form={form}
      request={request}
      onSubmit={onSubmit}
      {...(props.staysOpen && { staysOpen: true })}
      bar={bar}
      aside={
        <div className={classes.aside}>
          {error !== null && <ErrorLine error={error} />}
          <NextRuns preview={preview} />
          {preview !== undefined && (
            <Findings
              preview={preview}
              cron={cron}
              onUse={
                mayChange ? (next) => form.setValue('cron', next, { shouldDirty: true }) : undefined
              }
            />
          )}
        </div>
      }
    >
      <Section title={words.when} about={words.whenHelp}>
        <CronField
          control={control}
          disabled={disabled}
          problem={problem ? problems[problem] : undefined}
          preview={preview}
        />
        <div className={classes.pair}>
          <SelectField
            control={control}
            name="cron_timezone"
            label={words.zone}
            help={<ZoneHelp preview={preview} />}
            choices={zoneChoices}
            limit={mostZones}
            searchable
            nothingFound={words.noZone}
            disabled={disabled}
            required
          />
          <RefField
            control={control}
            name="ref"
            project={project}
            label={words.ref}
            help={words.refHelp}
            disabled={disabled}
            required
          />
        </div>
      </Section>
      {maySeeSecrets ? (
        <>
          <VariablesTable
            control={control}
            stored={stored}
            onEdit={mayChange ? setEdited : undefined}
          />
          {mayChange && (
            <VariablesField
              control={control}
              name="inputs"
              title={words.inputs}
              about={words.inputsHelp}
              add={words.addInput}
              typed={false}
            />
          )}
        </>
      ) : (
        <Section title={words.variables} about={words.variablesHidden}>
          {null}
        </Section>
      )}
      <div className={classes.pair} data-parted>
        <TextField
          control={control}
          name="description"
          label={words.description}
          disabled={disabled}
          required
        />
        {owner}
        <SwitchField
          control={control}
          name="active"
          label={words.active}
          help={words.activeHelp}
          disabled={disabled}
        />
      </div>
    </Form>
  );
  return (
    <>
      {editor}
      {/* It holds a form, and none may lie in another. */}
      {edited !== undefined && (
        <VariableDialog control={control} edited={edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}
