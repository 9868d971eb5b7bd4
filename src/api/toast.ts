import { common } from '../words/common.ts';

/** Says that something is done. The library comes with the first toast. */
export function toast(message: string): void {
  void import('@mantine/notifications').then(({ notifications }) => {
    notifications.show({
      message,
      withBorder: true,
      closeButtonProps: { 'aria-label': common.actions.dismiss },
    });
  });
}
