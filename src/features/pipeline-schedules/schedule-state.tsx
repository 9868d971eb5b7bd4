import IconPlayerPause from '@tabler/icons-react/icons/IconPlayerPause';
import IconPlayerPlay from '@tabler/icons-react/icons/IconPlayerPlay';
import { Badge } from '../../ui/state-badge.tsx';
import { scheduleWords } from '../../words/pipeline-schedules.ts';

/** Whether a schedule runs by itself. */
export function ScheduleBadge({ isActive }: { isActive: boolean }) {
  const Icon = isActive ? IconPlayerPlay : IconPlayerPause;
  return (
    <Badge tone={isActive ? 'open' : 'draft'} icon={<Icon aria-hidden size={14} />}>
      {isActive ? scheduleWords.active : scheduleWords.inactive}
    </Badge>
  );
}
