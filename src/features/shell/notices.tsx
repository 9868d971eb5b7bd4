import { useSuspenseQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/client.ts';
import { formatMoment } from '../../lib/format.ts';
import { shellWords } from '../../words/shell.ts';
import classes from './shell.module.css';

/** What everybody who is signed in has to know, above every screen. */
export function Notices() {
  const { demands } = useSuspenseQuery(sessionQuery).data;
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
