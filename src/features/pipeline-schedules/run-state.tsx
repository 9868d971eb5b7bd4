import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconCircleX from '@tabler/icons-react/icons/IconCircleX';
import IconClock from '@tabler/icons-react/icons/IconClock';
import type { ScheduleRun } from '#contract/schedule-record.ts';
import { StateText, type Tone } from '../../ui/state-badge.tsx';
import { scheduleWords } from '../../words/pipeline-schedules.ts';

const looks: Readonly<Record<ScheduleRun['state'], { tone: Tone; Icon: typeof IconClock }>> = {
  waiting: { tone: 'warning', Icon: IconClock },
  created: { tone: 'open', Icon: IconCircleCheck },
  failed: { tone: 'closed', Icon: IconCircleX },
  refused: { tone: 'closed', Icon: IconAlertTriangle },
};

/** What came of a run. */
export function RunState({ state }: { state: ScheduleRun['state'] }) {
  const { tone, Icon } = looks[state];
  return (
    <StateText tone={tone} icon={<Icon aria-hidden size={16} />}>
      {scheduleWords.history.states[state]}
    </StateText>
  );
}
