import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconClock from '@tabler/icons-react/icons/IconClock';
import IconInbox from '@tabler/icons-react/icons/IconInbox';
import IconLoader from '@tabler/icons-react/icons/IconLoader';
import { StateText, type Tone } from '../../ui/state-badge.tsx';

type State = 'queued' | 'running' | 'done' | 'sent' | 'kept' | 'failed';

const looks: Readonly<Record<State, { tone: Tone; Icon: typeof IconClock }>> = {
  queued: { tone: 'draft', Icon: IconClock },
  running: { tone: 'warning', Icon: IconLoader },
  done: { tone: 'open', Icon: IconCircleCheck },
  sent: { tone: 'open', Icon: IconCircleCheck },
  kept: { tone: 'draft', Icon: IconInbox },
  failed: { tone: 'closed', Icon: IconAlertTriangle },
};

/** State of a job or a mail. */
export function WorkState({ state, word }: { state: State; word: string }) {
  const { tone, Icon } = looks[state];
  return (
    <StateText tone={tone} icon={<Icon aria-hidden size={16} />}>
      {word}
    </StateText>
  );
}
