import { useSyncExternalStore } from 'react';
import { formatMoment, formatRelative } from '../lib/format.ts';

const step = 10_000;

function onStep(listener: () => void): () => void {
  const timer = setInterval(listener, step);
  return () => clearInterval(timer);
}

/** The end of the current step: what has just been written never lies in the future. */
const thisStep = () => Math.ceil(Date.now() / step) * step;

/** The moment that it is, in milliseconds and in steps of ten seconds. */
export const useNow = (): number => useSyncExternalStore(onStep, thisStep);

/** How long ago, or until; the moment itself is its title. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {formatRelative(at, now)}
    </time>
  );
}
