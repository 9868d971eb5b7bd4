import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '../words/common.ts';

/** What lies over the screen until it is closed; mounted while it is open. */
export function Dialog(props: {
  /** What automated runs find it by, whatever the language: `dialog-…`. */
  testId: string;
  title: string;
  onClose: () => void;
  size?: 'lg' | 'xl';
  children: ReactNode;
}) {
  const { testId, title, onClose, size, children } = props;
  return (
    <Modal
      data-testid={`dialog-${testId}`}
      opened
      onClose={onClose}
      title={title}
      {...(size && { size })}
      closeButtonProps={{ 'aria-label': common.actions.close }}
    >
      {children}
    </Modal>
  );
}
