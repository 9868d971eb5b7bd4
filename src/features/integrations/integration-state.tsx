import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconCircleDashed from '@tabler/icons-react/icons/IconCircleDashed';
import IconLock from '@tabler/icons-react/icons/IconLock';
import IconPlayerPause from '@tabler/icons-react/icons/IconPlayerPause';
import { StateText } from '../../ui/state-badge.tsx';
import { integrationWords as words } from '../../words/integrations.ts';
import type { IntegrationPlace } from './place.ts';
import type { IntegrationRow, IntegrationShown } from './queries.ts';

const states = {
  active: { tone: 'open', Icon: IconCircleCheck },
  inactive: { tone: 'draft', Icon: IconPlayerPause },
  unset: { tone: 'draft', Icon: IconCircleDashed },
} as const;

type Shown = Pick<IntegrationShown, 'state' | 'allowed'>;

/** Whether it works. */
export function IntegrationState({ state, allowed }: Shown) {
  if (!allowed && state !== 'unset') {
    return (
      <StateText tone="warning" icon={<IconLock aria-hidden size={16} />}>
        {words.notAllowed}
      </StateText>
    );
  }
  const { tone, Icon } = states[state];
  return (
    <StateText tone={tone} icon={<Icon aria-hidden size={16} />}>
      {words.states[state]}
    </StateText>
  );
}

/** Who has set it up, as one reads it at a place. */
export function sourceText(
  place: IntegrationPlace,
  { source, inherited }: Pick<IntegrationRow, 'source' | 'inherited'>,
): string {
  if (source === null) return words.sources.nobody;
  if (!inherited && place.kind !== 'instance') return words.here;
  if (source.level === 'group') return words.sources.group(source.full_path ?? '');
  return words.sources[source.level];
}
