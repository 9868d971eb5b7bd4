import { type RefObject, useEffect, useRef } from 'react';
import type { KeyName } from './keys.ts';

/** Something that can be done on the screen: a row of the palette, a key of the `?` sheet. */
export interface ScreenAction {
  readonly id: string;
  readonly label: string;
  /** The name of its key: which one it is each reader may choose. */
  readonly key?: KeyName;
  /** Only by its key: a name in the palette would say nothing. */
  readonly isKeyOnly?: boolean;
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
  useEffect(() => offer(() => latest.current), []);
}

function offer(source: Source): () => void {
  sources.add(source);
  return () => {
    sources.delete(source);
  };
}

/**
 * Offers the buttons and links that stand in an element, by the names that they have there; with a
 * key the one that is the screen's primary action.
 */
export function useOfferedControls(box: RefObject<HTMLElement | null>, primaryKey?: KeyName): void {
  useEffect(
    () =>
      offer(() =>
        [...(box.current?.querySelectorAll<HTMLElement>(pressable) ?? [])].flatMap((control) => {
          const label = control.getAttribute('aria-label') ?? control.textContent.trim();
          if (label === '') return [];
          const isPrimary = primaryKey !== undefined && control.matches(primary);
          return {
            id: `control ${label}`,
            label,
            ...(isPrimary && { key: primaryKey }),
            run: () => {
              control.focus();
              control.click();
            },
          };
        }),
      ),
    [box, primaryKey],
  );
}

const pressable = 'a[href], button:not([disabled])';
// Filled is what a button is that names no variant.
const primary = '.mantine-Button-root:is(:not([data-variant]), [data-variant="filled"])';

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
