import { Button } from '@mantine/core';
import { useState } from 'react';
import { signUp } from '#contract/sign-up.ts';
import { users } from '#contract/users.ts';
import { useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { userWords } from '../../words/users.ts';

interface Subject {
  readonly id: number;
  readonly name: string;
  readonly state: string;
}

/** Block, unblock, let in. */
export function UserActions({ user }: { user: Subject }) {
  const self = useCurrentUser();
  if (user.id === self.id) {
    return (
      <Button variant="default" disabled title={userWords.self}>
        {userWords.block}
      </Button>
    );
  }
  if (user.state === 'blocked_pending_approval') return <Approve user={user} />;
  return user.state === 'blocked' ? <Unblock user={user} /> : <Block user={user} />;
}

function Approve({ user }: { user: Subject }) {
  const approve = useCommand(signUp.approve, {
    invalidates: [users.list, users.show],
    done: userWords.approved(user.name),
  });
  return (
    <Button
      variant="default"
      loading={approve.isPending}
      onClick={() => approve.mutate({ id: user.id })}
    >
      {userWords.approve}
    </Button>
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
    showsError: true,
  });
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {userWords.block}
      </Button>
      <ConfirmDialog
        testId="block-user"
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
