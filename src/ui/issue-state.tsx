import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconCircleDot from '@tabler/icons-react/icons/IconCircleDot';
import { common } from '../words/common.ts';
import { Badge, Sign } from './state-badge.tsx';

type IssueState = keyof typeof common.issueState;

const states = {
  opened: { tone: 'open', Icon: IconCircleDot },
  closed: { tone: 'merged', Icon: IconCircleCheck },
} as const;

/** State of an issue as a pill. */
export function IssueBadge({ state }: { state: IssueState }) {
  const { tone, Icon } = states[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden size={14} />}>
      {common.issueState[state]}
    </Badge>
  );
}

/** State of an issue where there is room for a sign only; the word is its name. */
export function IssueIcon({ state }: { state: IssueState }) {
  const { tone, Icon } = states[state];
  return (
    <Sign tone={tone} label={common.issueState[state]} icon={<Icon aria-hidden size={16} />} />
  );
}
