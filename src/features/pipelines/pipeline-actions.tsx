import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Pipeline } from '#contract/pipeline-record.ts';
import { pipelines } from '#contract/pipelines.ts';
import { useCommand } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { pipelineWords as words } from '../../words/pipelines.ts';
import { idOf, touched, type Which } from './queries.ts';
import { mayCancel, mayRetry } from './states.ts';

/** Retry, cancel, delete: what this person may do with a pipeline as it stands. */
export function PipelineActions(props: {
  which: Which;
  record: Pipeline;
  may: { readonly update: boolean; readonly remove: boolean };
}) {
  const { which, record, may } = props;
  const input = idOf(which);
  const retry = useCommand(pipelines.retry, {
    invalidates: touched,
    done: words.retried(record.id),
  });
  const cancel = useCommand(pipelines.cancel, {
    invalidates: touched,
    done: words.canceled(record.id),
  });
  const isWarned = record.status === 'success' && record.detailed_status.text !== 'Passed';
  const offersRetry = may.update && (mayRetry(record) || isWarned);
  const offersCancel = may.update && mayCancel(record);
  return (
    <>
      {offersRetry && (
        <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate(input)}>
          {words.retry}
        </Button>
      )}
      {offersCancel && (
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(input)}>
          {words.cancel}
        </Button>
      )}
      {may.remove && <Remove which={which} />}
    </>
  );
}

function Remove({ which }: { which: Which }) {
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const remove = useCommand(pipelines.remove, {
    invalidates: [pipelines.list],
    done: words.removed(which.id),
    showsError: true,
  });
  return (
    <>
      <Button variant="outline" color="red" onClick={() => setIsAsking(true)}>
        {words.remove}
      </Button>
      <ConfirmDialog
        testId="delete-pipeline"
        isOpen={isAsking}
        title={words.removeTitle(which.id)}
        confirm={words.remove}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(idOf(which), {
            onSuccess: () =>
              void navigate({
                to: '/projects/$project/pipelines',
                params: { project: which.project },
              }),
          })
        }
        onCancel={() => setIsAsking(false)}
      >
        {words.removeHelp}
      </ConfirmDialog>
    </>
  );
}
