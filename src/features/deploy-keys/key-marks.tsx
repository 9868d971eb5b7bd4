import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle';
import IconEye from '@tabler/icons-react/icons/IconEye';
import IconLock from '@tabler/icons-react/icons/IconLock';
import IconPencil from '@tabler/icons-react/icons/IconPencil';
import type { DeployKeyOnScreen } from '#contract/deploy-keys.ts';
import { StateText } from '../../ui/state-badge.tsx';
import { deployKeyWords } from '../../words/deploy-keys.ts';

const words = deployKeyWords.opens;
const signs = {
  write: { tone: 'open', Icon: IconPencil },
  read: { tone: 'open', Icon: IconEye },
  none: { tone: 'closed', Icon: IconLock },
} as const;

/** What a key may do in the project just now: less than the switch says where its voucher may not. */
export function Opens({ of }: { of: DeployKeyOnScreen }) {
  const isLess = of.can_push && of.opens === 'read';
  const { tone, Icon } = isLess
    ? ({ tone: 'warning', Icon: IconAlertTriangle } as const)
    : signs[of.opens];
  return (
    <StateText tone={tone} icon={<Icon aria-hidden size={16} />}>
      {isLess ? words.lessThanAllowed : words[of.opens]}
    </StateText>
  );
}

/** Type and length, and a word where git does not take it. */
export function KeyType(props: { type: string; bits: number; worksForGit: boolean }) {
  const text = deployKeyWords.type(props.type, props.bits);
  if (props.worksForGit) return text;
  return (
    <StateText tone="warning" icon={<IconAlertTriangle aria-hidden size={16} />}>
      {`${text}, ${deployKeyWords.notForGit}`}
    </StateText>
  );
}
