import { Button, Checkbox } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { users } from '#contract/users.ts';
import { useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { userWords } from '../../words/users.ts';

const words = userWords.removal;

/** Deletes a user for good; what they wrote stays, or goes too. */
export function RemoveUser({ user }: { user: { id: number; name: string; username: string } }) {
  const self = useCurrentUser();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const [isHard, setIsHard] = useState(false);
  const remove = useCommand(users.remove, {
    invalidates: [users.list],
    done: words.done(user.name),
  });
  if (user.id === self.id) return null;
  const confirm = async () => {
    await remove.mutateAsync({ id: user.id, ...(isHard && { hard_delete: true }) });
    await navigate({ to: '/admin/users' });
  };
  return (
    <>
      <Button variant="outline" color="red" onClick={() => setIsAsking(true)}>
        {words.action}
      </Button>
      <ConfirmDialog
        testId="delete-user"
        isOpen={isAsking}
        title={words.title(user.name)}
        confirm={words.action}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        typed={{ name: user.username, label: words.typed(user.username) }}
        onConfirm={() => {
          // A refusal stays in the dialog, by `remove.error`.
          void confirm().catch(() => undefined);
        }}
        onCancel={() => {
          setIsAsking(false);
          remove.reset();
        }}
      >
        <p>{words.help}</p>
        <Checkbox
          label={words.hard}
          description={words.hardHelp}
          checked={isHard}
          onChange={(event) => setIsHard(event.currentTarget.checked)}
        />
      </ConfirmDialog>
    </>
  );
}
