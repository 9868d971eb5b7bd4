import { common } from '../words/common.ts';

let isWanted = false;
const listeners = new Set<() => void>();

/** Says that something is done. The library comes with the first toast. */
export function toast(message: string): void {
  isWanted = true;
  for (const listener of listeners) listener();
  void import('@mantine/notifications').then(({ notifications }) => {
    notifications.show({
      message,
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
