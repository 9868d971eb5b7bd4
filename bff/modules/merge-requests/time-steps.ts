import { badParameters, refused } from '../../errors.ts';
import { humanDuration, parseDuration } from './duration.ts';

export interface TimeColumns {
  time_estimate: number;
  total_time_spent: number;
}

/** What becomes of the time of a merge request or an issue, and the note that tells of it. */
export type TimeStep = (row: TimeColumns) => { columns: Partial<TimeColumns>; said: string };

function secondsIn(duration: string): number {
  const seconds = parseDuration(duration);
  if (seconds === undefined) throw badParameters('duration is invalid');
  return seconds;
}

/** Says how long it will take; 400 for what is no duration. */
export function estimateStep(duration: string): TimeStep {
  const seconds = secondsIn(duration);
  if (seconds < 0) throw badParameters('duration is invalid');
  const said =
    seconds === 0 ? 'removed time estimate' : `changed time estimate to ${written(seconds)}`;
  return () => ({ columns: { time_estimate: seconds }, said });
}

/** Adds time that was spent; a minus takes some back, and never more than there is. */
export function spentStep(duration: string, summary: string | undefined): TimeStep {
  const seconds = secondsIn(duration);
  if (seconds === 0) throw badParameters('duration is invalid');
  const verb = seconds < 0 ? 'subtracted' : 'added';
  const why = summary ? `\n\n${summary}` : '';
  const said = `${verb} ${written(Math.abs(seconds))} of time spent${why}`;
  return (row) => {
    const total_time_spent = row.total_time_spent + seconds;
    if (total_time_spent < 0) throw refused('Time to subtract exceeds the total time spent');
    return { columns: { total_time_spent }, said };
  };
}

/** Takes all time back that was spent. */
export const resetSpentStep: TimeStep = () => ({
  columns: { total_time_spent: 0 },
  said: 'removed time spent',
});

const written = (seconds: number) => humanDuration(seconds) ?? `${seconds}s`;

/** As much of a row as audits tell. */
export const timeOf = ({ time_estimate, total_time_spent }: TimeColumns): TimeColumns => ({
  time_estimate,
  total_time_spent,
});
