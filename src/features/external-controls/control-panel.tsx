import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type ExternalControl, externalControls } from '#contract/external-controls.ts';
import type { projects } from '#contract/projects.ts';
import { useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatMoment } from '../../lib/format.ts';
import { mayInProject } from '../../lib/permissions.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Mono } from '../../ui/marks.tsx';
import { Facts } from '../../ui/page.tsx';
import { controlWords } from '../../words/external-controls.ts';
import { Checker } from './checker.tsx';
import { ControlStatusText } from './control-status.tsx';
import classes from './external-controls.module.css';
import { nameOf, touched } from './queries.ts';
import { Signing } from './signing.tsx';
import { Timeline } from './timeline.tsx';

const words = controlWords.panel;

/** One control: what it says, what happened to it, and how its service signs. */
export function ControlPanel(props: {
  path: string;
  project: ResponseOf<typeof projects.show>;
  control: ExternalControl;
  onEdit: (control: ExternalControl) => void;
}) {
  const { path, project, control, onEdit } = props;
  const user = useCurrentUser();
  return (
    <div className={classes.panel}>
      <Facts
        rows={[
          [words.status, <ControlStatusText key="status" status={control.status} />],
          [words.since, formatMoment(control.status_updated_at)],
          ...(control.times_out_at === null
            ? []
            : [[words.until, formatMoment(control.times_out_at)] as const]),
          [
            words.next,
            control.next_ping_at === null
              ? controlWords.noPings
              : formatMoment(control.next_ping_at),
          ],
          [words.address, <Mono key="address">{control.external_url}</Mono>],
          [words.id, <Mono key="id">{String(control.id)}</Mono>],
        ]}
      />
      <Group>
        {mayInProject(user, project, 'ping_external_control') && (
          <Ping path={path} control={control} />
        )}
        {mayInProject(user, project, 'admin_external_control') && (
          <>
            <Button size="xs" variant="default" onClick={() => onEdit(control)}>
              {controlWords.edit}
            </Button>
            <Remove path={path} control={control} />
          </>
        )}
      </Group>
      <Timeline project={path} control={control.id} />
      <Signing project={project.id} control={control.id} />
      {mayInProject(user, project, 'ping_external_control') && (
        <Checker project={path} control={control.id} />
      )}
    </div>
  );
}

function Ping({ path, control }: { path: string; control: ExternalControl }) {
  const ping = useCommand(externalControls.ping, {
    invalidates: touched,
    done: controlWords.pinged(nameOf(control)),
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={ping.isPending}
      title={controlWords.pingHelp(controlWords.status[control.status])}
      onClick={() => ping.mutate({ id: path, control_id: control.id })}
    >
      {controlWords.ping}
    </Button>
  );
}

function Remove({ path, control }: { path: string; control: ExternalControl }) {
  const [isAsking, setIsAsking] = useState(false);
  const name = nameOf(control);
  const remove = useCommand(externalControls.remove, {
    invalidates: [externalControls.list],
    done: controlWords.removed(name),
    showsError: true,
  });
  return (
    <>
      <Button size="xs" variant="outline" color="red" onClick={() => setIsAsking(true)}>
        {controlWords.remove}
      </Button>
      <ConfirmDialog
        testId="delete-control"
        isOpen={isAsking}
        title={controlWords.removeTitle(name)}
        confirm={controlWords.remove}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(
            { id: path, external_control_id: control.id },
            { onSuccess: () => setIsAsking(false) },
          )
        }
        onCancel={() => setIsAsking(false)}
      >
        {controlWords.removeHelp}
      </ConfirmDialog>
    </>
  );
}
