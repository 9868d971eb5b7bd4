import { useSyncExternalStore } from 'react';
import { formatMoment, formatRelative } from '../lib/format.ts';

const minute = 60_000;

function onMinute(listener: () => void): () => void {
  const timer = setInterval(listener, minute);
  return () => clearInterval(timer);
}

const thisMinute = () => Math.floor(Date.now() / minute);

/** How long ago, or until; the moment itself is its title. */
export function RelativeTime({ at }: { at: string }) {
  useSyncExternalStore(onMinute, thisMinute);
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {formatRelative(at, Date.now())}
    </time>
  );
}
