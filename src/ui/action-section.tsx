import { Button, Group } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { type ApiError, asApiError } from '../api/error.ts';
import { useScreenActions } from '../lib/screen-actions.ts';
import { AlertBox } from './alert-box.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Section } from './page.tsx';

/** A part of a page about one thing that can be done, which asks before it is done. */
export function ActionSection(props: {
  testId: string;
  title: string;
  /** What it does, and what is lost by it. */
  help: string;
  action: string;
  isDangerous?: boolean;
  /** Why it cannot be done here. */
  blocked?: string | undefined;
  /** What has to be chosen before it can be done. */
  waits?: string | undefined;
  /** What is chosen for it, above its button. */
  children?: ReactNode;
  /** Without it the button does it at once. */
  ask?: { title: string; help: string; typed?: { name: string; label: string } };
  run: () => Promise<unknown>;
}) {
  const { title, help, action, isDangerous = false, blocked, waits, ask, run, children } = props;
  const isReady = blocked === undefined && waits === undefined;
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const perform = async () => {
    setIsBusy(true);
    setError(null);
    try {
      await run();
      setIsAsking(false);
    } catch (refusal) {
      setError(asApiError(refusal));
    } finally {
      setIsBusy(false);
    }
  };
  const isAsked = ask !== undefined;
  const begin = () => (isAsked ? setIsAsking(true) : void perform());
  const offered = { id: useId(), label: action, run: begin };
  useScreenActions(isReady ? [offered] : []);
  return (
    <Section title={title} about={blocked === undefined ? help : `${help} ${blocked}`}>
      {error !== null && !isAsking && <AlertBox error={error} />}
      {blocked === undefined && children}
      <Group gap="sm" mt={children === undefined ? 0 : 'sm'}>
        <Button
          variant={isDangerous ? 'outline' : 'default'}
          {...(isDangerous && { color: 'red' })}
          disabled={!isReady}
          loading={isBusy && !isAsking}
          onClick={begin}
        >
          {action}
        </Button>
        {blocked === undefined && waits}
      </Group>
      {isAsked && (
        <ConfirmDialog
          testId={props.testId}
          isOpen={isAsking}
          title={ask.title}
          confirm={action}
          isDangerous={isDangerous}
          isBusy={isBusy}
          error={error}
          {...(ask.typed && { typed: ask.typed })}
          onConfirm={() => void perform()}
          onCancel={() => {
            setIsAsking(false);
            setError(null);
          }}
        >
          {ask.help}
        </ConfirmDialog>
      )}
    </Section>
  );
}
