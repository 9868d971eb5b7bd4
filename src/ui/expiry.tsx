import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle';
import IconClockOff from '@tabler/icons-react/icons/IconClockOff';
import { RelativeTime, useNow } from './relative-time.tsx';
import { StateText } from './state-badge.tsx';
import { common } from '../words/common.ts';

const soon = 14 * 86_400_000;

/** When a token or key ends: said aloud when that is near, or past. */
export function Expiry({ at }: { at: string | null }) {
  const now = useNow();
  if (at === null) return common.time.never;
  const left = Date.parse(at) - now;
  if (left <= 0) {
    return (
      <StateText tone="closed" icon={<IconClockOff aria-hidden size={16} />}>
        {common.time.expired}
      </StateText>
    );
  }
  if (left > soon) return <RelativeTime at={at} />;
  return (
    <StateText tone="warning" icon={<IconAlertTriangle aria-hidden size={16} />}>
      <RelativeTime at={at} />
    </StateText>
  );
}
