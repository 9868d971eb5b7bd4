import IconBan from '@tabler/icons-react/icons/IconBan';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import { StateText } from '../../ui/state-badge.tsx';
import { userWords } from '../../words/users.ts';

/** Active or blocked, with a sign. */
export function UserState({ state }: { state: string }) {
  const isActive = state === 'active';
  const Icon = isActive ? IconCircleCheck : IconBan;
  return (
    <StateText tone={isActive ? 'open' : 'closed'} icon={<Icon aria-hidden size={16} />}>
      {userWords.states[state] ?? state}
    </StateText>
  );
}
