import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

/** Where toasts appear; announced politely. */
export function Toasts() {
  return <Notifications position="bottom-right" autoClose={5000} limit={3} />;
}
