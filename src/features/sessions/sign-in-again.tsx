import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionQuery } from '../../api/client.ts';
import { answerSignIn } from '../../api/sign-in-gate.ts';
import { common } from '../../words/common.ts';
import { sessionWords } from '../../words/sessions.ts';
import { SignInForm, type SignInWay } from './sign-in-form.tsx';
import classes from './sign-in.module.css';

/** What was asked for goes on after signing in. */
export function SignInDialog() {
  const client = useQueryClient();
  const [way, setWay] = useState<SignInWay>('password');
  const [before] = useState(() => client.getQueryData(sessionQuery.queryKey)?.user ?? undefined);
  const done = () => {
    const now = client.getQueryData(sessionQuery.queryKey)?.user;
    // Somebody else's page must not go on with their half-done work.
    if (before !== undefined && now?.id !== before.id) window.location.assign('/');
    else answerSignIn(true);
  };
  return (
    <Modal
      data-testid="dialog-sign-in-again"
      opened
      onClose={() => answerSignIn(false)}
      closeOnClickOutside={false}
      title={sessionWords.againTitle}
      closeButtonProps={{ 'aria-label': common.actions.close }}
    >
      <p className={classes.note}>{sessionWords.againHelp}</p>
      <SignInForm
        way={way}
        onWay={setWay}
        onDone={done}
        {...(before && { username: before.username })}
      />
    </Modal>
  );
}
