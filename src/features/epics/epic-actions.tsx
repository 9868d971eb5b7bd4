import { ActionIcon, Button } from '@mantine/core';
import IconPencil from '@tabler/icons-react/icons/IconPencil';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Epic, epics } from '#contract/epics.ts';
import { useCommand } from '../../api/client.ts';
import { useMayInGroup } from '../../api/places.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { epicWords as words } from '../../words/epics.ts';
import { EpicDialog } from './epic-form.tsx';
import { idOf, touched, type Which } from './queries.ts';

/** Edit, delete, close or reopen: only what this person may do. */
export function EpicActions({ which, record }: { which: Which; record: Epic }) {
  const mayPlan = useMayInGroup(which.group, 'admin_epic');
  const mayRemove = useMayInGroup(which.group, 'remove_epic');
  const [isEditing, setIsEditing] = useState(false);
  const isOpen = record.state === 'opened';
  const turn = useCommand(epics.update, {
    invalidates: touched,
    done: ({ state }) => (state === 'closed' ? words.closed : words.reopened),
  });
  return (
    <>
      {mayPlan && (
        <ActionIcon aria-label={words.edit} title={words.edit} onClick={() => setIsEditing(true)}>
          <IconPencil aria-hidden size={16} />
        </ActionIcon>
      )}
      {mayRemove && <Removal which={which} record={record} />}
      {mayPlan && (
        <Button
          variant="default"
          loading={turn.isPending}
          onClick={() => turn.mutate({ ...idOf(which), state_event: isOpen ? 'close' : 'reopen' })}
        >
          {isOpen ? words.close : words.reopen}
        </Button>
      )}
      {isEditing && (
        <EpicDialog group={which.group} record={record} onClose={() => setIsEditing(false)} />
      )}
    </>
  );
}

function Removal({ which, record }: { which: Which; record: Epic }) {
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const { short } = record.references;
  const remove = useCommand(epics.remove, {
    invalidates: [epics.list],
    done: words.removed(short),
    showsError: true,
  });
  const confirmRemoval = async () => {
    await remove.mutateAsync(idOf(which));
    await navigate({ to: '/groups/$group/epics', params: { group: which.group } });
  };
  return (
    <>
      <ActionIcon aria-label={words.remove} title={words.remove} onClick={() => setIsAsking(true)}>
        <IconTrash aria-hidden size={16} />
      </ActionIcon>
      <ConfirmDialog
        testId="delete-epic"
        isOpen={isAsking}
        title={words.removeTitle(short)}
        confirm={words.remove}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        typed={{ name: short, label: words.removeTyped(short) }}
        onConfirm={() => {
          // A refusal stays in the dialog, by `remove.error`.
          void confirmRemoval().catch(() => undefined);
        }}
        onCancel={() => setIsAsking(false)}
      >
        {words.removeHelp}
      </ConfirmDialog>
    </>
  );
}
