import { Button } from '@mantine/core';
import { signUp } from '#contract/sign-up.ts';
import { useCommand } from '../../api/client.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { signUpWords } from '../../words/sign-up.ts';

const words = signUpWords.registration;

/** Confirms an address by a press: a program that only opens the link confirms nothing. */
export function Confirmation({ token }: { token: string }) {
  const confirm = useCommand(signUp.confirm, { showsError: true });
  if (confirm.isSuccess) return <p role="status">{words.confirmed}</p>;
  return (
    <>
      {confirm.error !== null && <AlertBox error={confirm.error} />}
      <Button loading={confirm.isPending} onClick={() => confirm.mutate({ token })}>
        {words.confirmAddress}
      </Button>
    </>
  );
}
