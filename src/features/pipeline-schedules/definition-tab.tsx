import { Button } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pipelineSchedules } from '#contract/pipeline-schedules.ts';
import type { PipelineScheduleDetails } from '#contract/schedule-record.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { toast } from '../../api/toast.ts';
import {
  changedOnly,
  saveAndStay,
  useContractForm,
  useFollowed,
} from '../../form/contract-form.ts';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { mayInProject } from '../../lib/permissions.ts';
import { Person } from '../../ui/marks.tsx';
import { scheduleWords } from '../../words/pipeline-schedules.ts';
import { idOf, projectOf, scheduleShown, touched, type Which } from './queries.ts';
import { useRights } from './rights.ts';
import { saveSchedule, updateBody } from './save.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { useWhich } from './schedule-layout.tsx';
import { scheduleForm, valuesOf } from './schedule-values.ts';
import classes from './schedules.module.css';
import { TakeOver } from './take-over.tsx';
import { TroubleNote } from './trouble-note.tsx';

const words = scheduleWords.editor;

/** What a schedule does and when; its owner changes it here. */
export function DefinitionTab() {
  const which = useWhich();
  const { data: record } = useSuspenseQuery(scheduleShown(which));
  const { update } = useRights(which.project, record);
  return (
    <>
      <TroubleNote which={which} />
      {/* Who may change it now begins with what is stored; who could before goes on. */}
      <Definition key={`${record.id} ${update}`} which={which} record={record} />
    </>
  );
}

function Definition({ which, record }: { which: Which; record: PipelineScheduleDetails }) {
  const client = useQueryClient();
  const user = useCurrentUser();
  const { data: project } = useSuspenseQuery(projectOf(which.project));
  const { own, update, admin } = useRights(which.project, record);
  const stored = useMemo(() => valuesOf(record), [record]);
  const form = useContractForm(scheduleForm, stored);
  useFollowed(form, stored);
  const refresh = () =>
    Promise.all(touched.map(({ id }) => client.invalidateQueries({ queryKey: [id] })));
  return (
    <ScheduleForm
      form={form}
      project={which.project}
      mayChange={update}
      maySeeSecrets={own || mayInProject(user, project, 'admin_pipeline')}
      stored={record.variables ?? []}
      owner={<Owner which={which} record={record} own={own} mayTake={admin && !own} />}
      staysOpen
      request={(typed) => ({
        endpoint: pipelineSchedules.update,
        input: { ...idOf(which), ...updateBody(record, changedOnly(form, typed)) },
      })}
      onSubmit={(values) =>
        saveAndStay(form, async () => {
          try {
            const saved = await saveSchedule(which, record, changedOnly(form, values));
            toast(words.saved(saved.description));
            return valuesOf(saved);
          } finally {
            await refresh();
          }
        })
      }
      bar={
        <SubmitBar
          form={form}
          label={words.submit}
          needsChange
          blocked={update ? undefined : own ? words.notNow : words.notYours}
          cancel={
            form.formState.isDirty && (
              <Button variant="subtle" color="gray" onClick={() => form.reset()}>
                {words.discard}
              </Button>
            )
          }
        />
      }
    />
  );
}

function Owner(props: {
  which: Which;
  record: PipelineScheduleDetails;
  own: boolean;
  mayTake: boolean;
}) {
  const { which, record, own, mayTake } = props;
  return (
    <div className={classes.owner}>
      <span>{words.owner}</span>
      <div>
        {record.owner === null ? (
          scheduleWords.nobody
        ) : (
          <Person name={record.owner.name} isSelf={own} />
        )}
        {mayTake && <TakeOver which={which} name={record.description} />}
      </div>
      <p>{own ? words.ownOwner : words.ownerHelp}</p>
    </div>
  );
}
