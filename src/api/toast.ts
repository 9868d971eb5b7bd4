import type { NotificationData } from '@mantine/notifications';
import { common } from '../words/common.ts';
import type { ApiError } from './error.ts';

let isWanted = false;
const listeners = new Set<() => void>();

/** Says that something is done. The library comes with the first toast. */
export const toast = (message: string): void => show({ message });

/** Says what the server refused, word for word, with its request id; it stays until dismissed. */
export function toastError({ status, message, requestId }: ApiError): void {
  const { unreachableTitle, unreachableHelp, requestId: idOf } = common.states;
  show({
    title: status === 0 ? unreachableTitle : message,
    message: status === 0 ? unreachableHelp : requestId && idOf(requestId),
    priority: 1,
    color: 'red',
    autoClose: false,
  });
}

function show(data: NotificationData): void {
  isWanted = true;
  for (const listener of listeners) listener();
  void import('@mantine/notifications').then(({ notifications }) => {
    notifications.show({
      ...data,
      withBorder: true,
      closeButtonProps: { 'aria-label': common.actions.dismiss },
    });
  });
}

export const areToastsWanted = (): boolean => isWanted;

/** For `useSyncExternalStore`. */
export function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
