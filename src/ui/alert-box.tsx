import IconAlertCircle from '@tabler/icons-react/icons/IconAlertCircle';
import type { ApiError } from '../api/error.ts';
import { common } from '../words/common.ts';
import classes from './states.module.css';
import { RequestId } from './states.tsx';

/** What the server refused, word for word, with the id of the request. */
export function AlertBox({ error }: { error: ApiError }) {
  const message = error.status === 0 ? common.states.unreachableTitle : error.message;
  return (
    <div className={classes.alert} role="alert">
      <IconAlertCircle aria-hidden size={16} />
      <div>
        <span>{message}</span>
        <RequestId error={error} />
      </div>
    </div>
  );
}
