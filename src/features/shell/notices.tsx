import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { owes, sessionQuery } from '../../api/client.ts';
import { formatMoment } from '../../lib/format.ts';
import { shellWords } from '../../words/shell.ts';
import classes from './shell.module.css';

/** What everybody who is signed in has to know, above every screen. */
export function Notices() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { demands } = session;
  const router = useRouter();
  const isOwing = owes(session);
  // The route leads to what has to be done first.
  useEffect(() => {
    if (isOwing) void router.invalidate();
  }, [isOwing, router]);
  const until = demands?.two_factor_until ?? null;
  const texts = [
    demands?.maintenance ?? '',
    until === null ? '' : shellWords.secondFactorDue(formatMoment(until)),
  ].filter((text) => text !== '');
  return texts.length === 0 ? null : (
    <div className={classes.notices} role="status">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
