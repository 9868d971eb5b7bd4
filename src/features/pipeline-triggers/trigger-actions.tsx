import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { type PipelineTrigger, pipelineTriggers } from '#contract/pipeline-triggers.ts';
import { useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { triggerWords } from '../../words/pipeline-triggers.ts';
import { nameOf } from './queries.ts';

/** What somebody wants to do with a token, or a new one. */
export type Wanted =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'rotate'; readonly trigger: PipelineTrigger };

/** Describe anew, rotate, revoke. */
export function TriggerActions(props: {
  project: string;
  trigger: PipelineTrigger;
  onWant: (wanted: Wanted) => void;
}) {
  const { project, trigger, onWant } = props;
  const user = useCurrentUser();
  return (
    <Group>
      {(user.is_admin === true || trigger.owner?.id === user.id) && (
        <>
          <Button size="xs" variant="default" onClick={() => onWant({ kind: 'edit', trigger })}>
            {triggerWords.edit}
          </Button>
          <Button size="xs" variant="default" onClick={() => onWant({ kind: 'rotate', trigger })}>
            {triggerWords.rotate}
          </Button>
        </>
      )}
      <Revoke project={project} trigger={trigger} />
    </Group>
  );
}

function Revoke({ project, trigger }: { project: string; trigger: PipelineTrigger }) {
  const [isAsking, setIsAsking] = useState(false);
  const name = nameOf(trigger);
  const revoke = useCommand(pipelineTriggers.remove, {
    invalidates: [pipelineTriggers.list],
    done: triggerWords.revoked(name),
    showsError: true,
  });
  return (
    <>
      <Button size="xs" variant="outline" color="red" onClick={() => setIsAsking(true)}>
        {triggerWords.revoke}
      </Button>
      <ConfirmDialog
        testId="revoke-trigger"
        isOpen={isAsking}
        title={triggerWords.revokeTitle(name)}
        confirm={triggerWords.revoke}
        isDangerous
        isBusy={revoke.isPending}
        error={revoke.error}
        onConfirm={() =>
          revoke.mutate(
            { id: project, trigger_id: trigger.id },
            { onSuccess: () => setIsAsking(false) },
          )
        }
        onCancel={() => setIsAsking(false)}
      >
        {triggerWords.revokeHelp}
      </ConfirmDialog>
    </>
  );
}
