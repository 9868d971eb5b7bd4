import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconCircleDashed from '@tabler/icons-react/icons/IconCircleDashed';
import IconCircleX from '@tabler/icons-react/icons/IconCircleX';
import type { ControlStatus } from '#contract/external-controls.ts';
import { StateText, type Tone } from '../../ui/state-badge.tsx';
import { controlWords } from '../../words/external-controls.ts';

const looks: Record<ControlStatus, { tone: Tone; Icon: typeof IconCircleX }> = {
  pass: { tone: 'open', Icon: IconCircleCheck },
  fail: { tone: 'closed', Icon: IconCircleX },
  pending: { tone: 'warning', Icon: IconCircleDashed },
};

/** What a control says, as a sign and a word. */
export function ControlStatusText({
  status,
  children,
}: {
  status: ControlStatus;
  children?: string;
}) {
  const { tone, Icon } = looks[status];
  return (
    <StateText tone={tone} icon={<Icon aria-hidden size={16} />}>
      {children ?? controlWords.status[status]}
    </StateText>
  );
}
