import { Button, Group, Switch } from '@mantine/core';
import { useState } from 'react';
import { type DeployKeyOnScreen, deployKeyScreens, deployKeys } from '#contract/deploy-keys.ts';
import { useCommand } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { deployKeyWords as words } from '../../words/deploy-keys.ts';

const invalidates = [deployKeyScreens.list, deployKeyScreens.inventory];

/** Lets a key push, or not; whoever does it vouches for it. */
export function PushSwitch({ project, row }: { project: string; row: DeployKeyOnScreen }) {
  const update = useCommand(deployKeys.update, {
    invalidates,
    done: ({ title, can_push }) => words.changed(title, can_push),
    showsError: true,
  });
  return (
    <Switch
      aria-label={words.mayPush(row.title)}
      checked={row.can_push}
      disabled={update.isPending}
      onChange={({ currentTarget }) =>
        update.mutate({ id: project, key_id: row.id, can_push: currentTarget.checked })
      }
    />
  );
}

/** Enable, vouch for, remove. */
export function KeyActions({ project, row }: { project: string; row: DeployKeyOnScreen }) {
  if (!row.enabled) return <Enable project={project} row={row} />;
  return (
    <Group justify="flex-end" gap="xs" wrap="nowrap">
      {(row.opens === 'none' || (row.can_push && row.opens === 'read')) && (
        <Vouch project={project} row={row} />
      )}
      <Remove project={project} row={row} />
    </Group>
  );
}

function Enable({ project, row }: { project: string; row: DeployKeyOnScreen }) {
  const enable = useCommand(deployKeys.enable, {
    invalidates,
    done: words.enabled(row.title),
    showsError: true,
  });
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={words.enableLabel(row.title)}
      loading={enable.isPending}
      onClick={() => enable.mutate({ id: project, key_id: row.id })}
    >
      {words.enable}
    </Button>
  );
}

function Vouch({ project, row }: { project: string; row: DeployKeyOnScreen }) {
  const update = useCommand(deployKeys.update, {
    invalidates,
    done: words.vouched(row.title),
    showsError: true,
  });
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={words.vouchLabel(row.title)}
      loading={update.isPending}
      onClick={() => update.mutate({ id: project, key_id: row.id, can_push: row.can_push })}
    >
      {words.vouch}
    </Button>
  );
}

function Remove({ project, row }: { project: string; row: DeployKeyOnScreen }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useCommand(deployKeys.remove, {
    invalidates,
    done: words.removed(row.title),
    showsError: true,
  });
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        aria-label={words.removeLabel(row.title)}
        onClick={() => setIsAsking(true)}
      >
        {words.remove}
      </Button>
      <ConfirmDialog
        testId="remove-deploy-key"
        isOpen={isAsking}
        title={words.removeTitle(row.title)}
        confirm={words.remove}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate({ id: project, key_id: row.id }, { onSuccess: () => setIsAsking(false) })
        }
        onCancel={() => setIsAsking(false)}
      >
        {words.removeHelp}
      </ConfirmDialog>
    </>
  );
}
