import { useEffect, useRef } from 'react';

/** Something that can be done on the screen: a row of the palette, a key of the `?` sheet. */
export interface ScreenAction {
  readonly id: string;
  readonly label: string;
  /** One character, as the keyboard types it: `n`, `]`, `?`. */
  readonly key?: string;
  readonly run: () => void;
}

type Source = () => readonly ScreenAction[];

const sources = new Set<Source>();

/** Offers what the screen can do while the component is mounted. */
export function useScreenActions(actions: readonly ScreenAction[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const source: Source = () => latest.current;
    sources.add(source);
    return () => {
      sources.delete(source);
    };
  }, []);
}

/** What can be done now; of two with one id the one that came last. */
export function screenActions(): readonly ScreenAction[] {
  const all = [...sources].flatMap((source) => source());
  return [...new Map(all.map((action) => [action.id, action])).values()];
}

/** True where a key types text or belongs to what has the focus. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]') !==
      null
  );
}
