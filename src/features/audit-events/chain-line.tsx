import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle';
import IconLink from '@tabler/icons-react/icons/IconLink';
import IconRosetteDiscountCheck from '@tabler/icons-react/icons/IconRosetteDiscountCheck';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StateText } from '../../ui/state-badge.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { auditWords } from '../../words/audit-events.ts';
import { auditChain } from './queries.ts';

const words = auditWords.chain;

/** How far the log is sealed, and whether each link of its chain holds. */
export function ChainLine() {
  const [isAsked, setIsAsked] = useState(false);
  const state = useQuery(auditChain(false));
  const proof = useQuery({ ...auditChain(true), enabled: isAsked, staleTime: 0 });
  const check = () => {
    if (isAsked) void proof.refetch();
    else setIsAsked(true);
  };
  if (state.error !== null) return <ErrorLine error={state.error} />;
  if (state.data === undefined) return null;
  const { sealed, unsealed } = proof.data ?? state.data;
  return (
    <>
      <StateText tone="draft" icon={<IconLink aria-hidden size={16} />}>
        {sealed === null ? (
          words.notYet
        ) : (
          <>
            {words.sealed(sealed.event_id)} <RelativeTime at={sealed.sealed_at} />.
          </>
        )}{' '}
        {unsealed > 0 ? words.tail(unsealed) : words.whole}
      </StateText>
      <Button variant="default" size="compact-sm" loading={proof.isFetching} onClick={check}>
        {words.verify}
      </Button>
      <span role="status">
        {proof.error !== null && <ErrorLine error={proof.error} />}
        {proof.data && !proof.isFetching && <Result broken={proof.data.broken} />}
      </span>
    </>
  );
}

function Result({ broken }: { broken: { event_id: number; problem: Problem } | null }) {
  if (broken === null) {
    return (
      <StateText tone="open" icon={<IconRosetteDiscountCheck aria-hidden size={16} />}>
        {words.holds}
      </StateText>
    );
  }
  return (
    <StateText tone="closed" icon={<IconAlertTriangle aria-hidden size={16} />}>
      {words.broken(broken.event_id, broken.problem)}
    </StateText>
  );
}

type Problem = Parameters<typeof words.broken>[1];
