import { ActionIcon, Switch } from '@mantine/core';
import IconPlayerPlay from '@tabler/icons-react/icons/IconPlayerPlay';
import { pipelineSchedules } from '#contract/pipeline-schedules.ts';
import type { ScheduleOverview } from '#contract/schedule-record.ts';
import { useCommand } from '../../api/client.ts';
import { scheduleWords as words } from '../../words/pipeline-schedules.ts';
import { TakeOver } from './take-over.tsx';
import classes from './schedules.module.css';
import { touched } from './queries.ts';

interface RowProps {
  readonly project: string;
  readonly schedule: ScheduleOverview;
  readonly self: number;
}

/** Switches a schedule on and off, where one may. */
export function ActiveSwitch({ project, schedule, self }: RowProps) {
  const { description: name } = schedule;
  const update = useCommand(pipelineSchedules.update, {
    invalidates: touched,
    done: ({ active }) => (active ? words.activated(name) : words.deactivated(name)),
  });
  const { notNow, notYours } = words.editor;
  const reason = schedule.owner?.id === self ? notNow : notYours;
  return (
    <Switch
      aria-label={words.activeLabel(name)}
      checked={schedule.active}
      disabled={!schedule.may.update || update.isPending}
      title={schedule.may.update ? undefined : reason}
      onChange={(event) =>
        update.mutate({
          id: project,
          pipeline_schedule_id: schedule.id,
          active: event.currentTarget.checked,
        })
      }
    />
  );
}

/** Run it now; take over what is somebody else's. */
export function RowActions({ project, schedule, self }: RowProps) {
  const { description: name, may } = schedule;
  const play = useCommand(pipelineSchedules.play, {
    invalidates: touched,
    done: words.ran(name),
  });
  return (
    <span className={classes.actions}>
      {may.admin && schedule.owner?.id !== self && (
        <TakeOver which={{ project, id: schedule.id }} name={name} isSmall />
      )}
      {may.play && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={words.runLabel(name)}
          title={words.run}
          loading={play.isPending}
          onClick={() => play.mutate({ id: project, pipeline_schedule_id: schedule.id })}
        >
          <IconPlayerPlay aria-hidden size={16} />
        </ActionIcon>
      )}
    </span>
  );
}
