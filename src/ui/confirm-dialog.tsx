import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ApiError } from '../api/error.ts';
import { AlertBox } from './alert-box.tsx';
import { common } from '../words/common.ts';

/** Asks before something is done. Dangerous ones may ask to type the name of what is lost. */
export function ConfirmDialog(props: {
  /** What automated runs find it by, whatever the language: `dialog-…`. */
  testId: string;
  isOpen: boolean;
  title: string;
  children: ReactNode;
  confirm: string;
  cancel?: string;
  isDangerous?: boolean;
  isBusy?: boolean;
  /** What the server refused; the dialog stays. */
  error?: ApiError | null;
  /** What has to be typed, and the label of its field. */
  typed?: { name: string; label: string };
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const [text, setText] = useState('');
  const { typed } = props;
  const close = () => {
    setText('');
    props.onCancel();
  };
  return (
    <Modal
      data-testid={`dialog-${props.testId}`}
      opened={props.isOpen}
      onClose={close}
      title={props.title}
      closeButtonProps={{ 'aria-label': common.actions.close }}
    >
      <Stack>
        {props.error && <AlertBox error={props.error} />}
        <div>{props.children}</div>
        {typed !== undefined && (
          <TextInput
            label={typed.label}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus={typed ? undefined : true}>
            {props.cancel ?? common.actions.cancel}
          </Button>
          <Button
            color={props.isDangerous ? 'red' : 'indigo'}
            disabled={typed !== undefined && text !== typed.name}
            loading={props.isBusy ?? false}
            onClick={() => {
              setText('');
              props.onConfirm();
            }}
          >
            {props.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
