import { createContext, Fragment, useContext } from 'react';
import { referencesIn, type Tracker } from '#contract/integrations/references.ts';
import classes from './references.module.css';

const TrackerContext = createContext<Tracker | undefined>(undefined);

/** Says to the texts within which tracker the issues that they name are kept in. */
export const TrackerOf = TrackerContext.Provider;

/** The tracker of the texts here. */
export const useTracker = (): Tracker | undefined => useContext(TrackerContext);

/** A text whose references lead to the tracker; all else in it stays as it is. */
export function Referring({ text }: { text: string }) {
  return referencesIn(text, useTracker()).map(({ text, href }, index) =>
    href === undefined ? (
      // Pieces of one text never change places.
      <Fragment key={index}>{text}</Fragment>
    ) : (
      <a key={index} className={classes.reference} href={href} rel="noopener noreferrer">
        {text}
      </a>
    ),
  );
}
