import { ActionIcon, Button } from '@mantine/core';
import IconUserCheck from '@tabler/icons-react/icons/IconUserCheck';
import { useState } from 'react';
import { pipelineSchedules } from '#contract/pipeline-schedules.ts';
import { useCommand } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { scheduleWords as words } from '../../words/pipeline-schedules.ts';
import { idOf, touched, type Which } from './queries.ts';

/** Makes a schedule one's own, which asks first: it runs with other rights then. */
export function TakeOver(props: { which: Which; name: string; isSmall?: boolean }) {
  const { which, name, isSmall = false } = props;
  const [isAsking, setIsAsking] = useState(false);
  const take = useCommand(pipelineSchedules.takeOwnership, {
    invalidates: touched,
    done: words.taken(name),
    showsError: true,
  });
  return (
    <>
      {isSmall ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={words.takeLabel(name)}
          title={words.take}
          onClick={() => setIsAsking(true)}
        >
          <IconUserCheck aria-hidden size={16} />
        </ActionIcon>
      ) : (
        <Button
          size="xs"
          variant="subtle"
          aria-label={words.takeLabel(name)}
          onClick={() => setIsAsking(true)}
        >
          {words.take}
        </Button>
      )}
      <ConfirmDialog
        testId="take-over-schedule"
        isOpen={isAsking}
        title={words.takeTitle(name)}
        confirm={words.take}
        isBusy={take.isPending}
        error={take.error}
        onConfirm={() => take.mutate(idOf(which), { onSuccess: () => setIsAsking(false) })}
        onCancel={() => setIsAsking(false)}
      >
        {words.takeHelp}
      </ConfirmDialog>
    </>
  );
}
