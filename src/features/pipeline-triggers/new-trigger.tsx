import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { type PipelineTrigger, pipelineTriggers } from '#contract/pipeline-triggers.ts';
import { useCommand } from '../../api/client.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { CopyLine } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { triggerWords } from '../../words/pipeline-triggers.ts';
import { nameOf } from './queries.ts';
import { TriggerForm } from './trigger-form.tsx';

const { made: words, rotation } = triggerWords;

/** Makes a trigger token and shows it; or the one that takes the place of another. */
export function NewTriggerDialog(props: {
  project: string;
  /** Both work until this one is revoked. */
  before?: PipelineTrigger | undefined;
  onClose: () => void;
}) {
  const { project, before, onClose } = props;
  const [made, setMade] = useState<PipelineTrigger>();
  const isRotation = before !== undefined;
  if (made === undefined) {
    return (
      <Dialog
        onClose={onClose}
        title={isRotation ? rotation.title(nameOf(before)) : triggerWords.create}
      >
        <Stack>
          {isRotation && <p>{rotation.help}</p>}
          <TriggerForm
            project={project}
            {...(isRotation && { description: before.description })}
            submit={isRotation ? rotation.submit : triggerWords.form.submit}
            onMade={setMade}
            onClose={onClose}
          />
        </Stack>
      </Dialog>
    );
  }
  return (
    <Dialog onClose={onClose} title={words.title}>
      <Stack>
        <p>{isRotation ? rotation.madeHelp : words.help}</p>
        <CopyLine value={made.token} label={words.copy} />
        <Group justify="flex-end">
          {isRotation ? (
            <RevokeBefore project={project} before={before} onClose={onClose} />
          ) : (
            <Button onClick={onClose}>{words.done}</Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

function RevokeBefore(props: { project: string; before: PipelineTrigger; onClose: () => void }) {
  const { project, before, onClose } = props;
  const revoke = useCommand(pipelineTriggers.remove, {
    invalidates: [pipelineTriggers.list],
    done: triggerWords.revoked(nameOf(before)),
    showsError: true,
  });
  return (
    <>
      {revoke.error && <AlertBox error={revoke.error} />}
      <Button variant="default" onClick={onClose}>
        {rotation.later}
      </Button>
      <Button
        color="red"
        loading={revoke.isPending}
        onClick={() =>
          revoke.mutate({ id: project, trigger_id: before.id }, { onSuccess: onClose })
        }
      >
        {rotation.revokeOld}
      </Button>
    </>
  );
}
