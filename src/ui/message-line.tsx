import { lazy, Suspense } from 'react';
import classes from './message-line.module.css';

// The parser comes with the first message: no page waits for it.
const OneLine = lazy(() =>
  import('./markdown.tsx').then((module) => ({ default: module.OneLineMarkdown })),
);

export interface Message {
  readonly text: string;
  readonly background: string;
  readonly colour: string;
}

/** A line of the instance at the head or the foot of every page, in the colours that it chose. */
export function MessageLine({ message, place }: { message: Message; place: 'head' | 'foot' }) {
  const { text, background, colour } = message;
  if (text.trim() === '') return null;
  return (
    <div
      className={classes.line}
      data-place={place}
      style={{ backgroundColor: background || undefined, color: colour || undefined }}
    >
      <Suspense fallback={text}>
        <OneLine text={text} />
      </Suspense>
    </div>
  );
}
