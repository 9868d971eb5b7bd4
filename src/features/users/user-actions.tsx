import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { users } from '#contract/users.ts';
import { useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { userWords } from '../../words/users.ts';

interface Subject {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly state: string;
}

/** Block, unblock, delete. */
export function UserActions({ user }: { user: Subject }) {
  const self = useCurrentUser();
  if (user.id === self.id) {
    return (
      <Button variant="default" disabled title={userWords.self}>
        {userWords.block}
      </Button>
    );
  }
  return (
    <>
      {user.state === 'blocked' ? <Unblock user={user} /> : <Block user={user} />}
      <Remove user={user} />
    </>
  );
}

function Unblock({ user }: { user: Subject }) {
  const unblock = useCommand(users.unblock, {
    invalidates: [users.list, users.show],
    done: userWords.unblocked(user.name),
  });
  return (
    <Button
      variant="default"
      loading={unblock.isPending}
      onClick={() => unblock.mutate({ id: user.id })}
    >
      {userWords.unblock}
    </Button>
  );
}

function Block({ user }: { user: Subject }) {
  const [isAsking, setIsAsking] = useState(false);
  const block = useCommand(users.block, {
    invalidates: [users.list, users.show],
    done: userWords.blocked(user.name),
  });
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {userWords.block}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={userWords.blockTitle(user.name)}
        confirm={userWords.block}
        isDangerous
        isBusy={block.isPending}
        error={block.error}
        onConfirm={() => block.mutate({ id: user.id }, { onSuccess: () => setIsAsking(false) })}
        onCancel={() => setIsAsking(false)}
      >
        {userWords.blockHelp}
      </ConfirmDialog>
    </>
  );
}

function Remove({ user }: { user: Subject }) {
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const remove = useCommand(users.remove, {
    invalidates: [users.list],
    done: userWords.removed(user.name),
  });
  const confirm = async () => {
    await remove.mutateAsync({ id: user.id });
    await navigate({ to: '/admin/users' });
  };
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {userWords.remove}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={userWords.removeTitle(user.name)}
        confirm={userWords.remove}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        typed={{ name: user.username, label: userWords.removeTyped(user.username) }}
        onConfirm={() => {
          // A refusal stays in the dialog, by `remove.error`.
          void confirm().catch(() => undefined);
        }}
        onCancel={() => setIsAsking(false)}
      >
        {userWords.removeHelp}
      </ConfirmDialog>
    </>
  );
}
