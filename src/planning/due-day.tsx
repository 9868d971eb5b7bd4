import IconClock from '@tabler/icons-react/icons/IconClock';
import { formatDay } from '../lib/format.ts';
import { StateText } from '../ui/state-badge.tsx';
import { planningWords } from '../words/planning.ts';

/** In the zone of whoever reads it; Canadian days are written year first. */
const isPast = (day: string) => day < new Date().toLocaleDateString('en-CA');

/** The day that something is due on; amber and said so once it has passed. */
export function DueDay({ day, isOpen }: { day: string; isOpen: boolean }) {
  const isOver = isOpen && isPast(day);
  if (!isOver) return formatDay(day);
  return (
    <StateText
      tone="warning"
      icon={<IconClock role="img" aria-label={planningWords.overdue} size={14} />}
    >
      {formatDay(day)}
    </StateText>
  );
}
