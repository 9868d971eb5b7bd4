import { createContext, type ReactNode, useContext, useState } from 'react';
import { UnsavedGuard } from '../form/unsaved-guard.tsx';

const KeptTexts = createContext<Map<string, string> | undefined>(undefined);

/**
 * Keeps what is typed below it, by what it is for, when the form that it stands in goes: with a tab,
 * a folded file, another version. Leaving all of it is asked about.
 */
export function KeepTexts(props: { within: string; children: ReactNode }) {
  const [kept] = useState(() => new Map<string, string>());
  return (
    <KeptTexts.Provider value={kept}>
      <UnsavedGuard isUnsaved={() => kept.size > 0} within={props.within} />
      {props.children}
    </KeptTexts.Provider>
  );
}

/** What was typed and not sent, by what it is for; undefined where nothing is kept. */
export const useKeptTexts = (): Map<string, string> | undefined => useContext(KeptTexts);
