import type { KeyboardEvent, RefObject } from 'react';
import { keyOf } from '../lib/keys.ts';
import { useScreenActions } from '../lib/screen-actions.ts';
import { tableWords } from '../words/table.ts';

/** Arrows, and the keys that somebody may have chosen instead. */
function stepOf(key: string): number | undefined {
  if (key === 'ArrowDown' || key === keyOf('nextRow')) return 1;
  return key === 'ArrowUp' || key === keyOf('previousRow') ? -1 : undefined;
}

const typing = 'select, textarea, input:not([type="checkbox"])';

/** While the focus is in the rows: arrows and j/k move it from row to row, x chooses the row. */
export function actOnKey(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || target.matches(typing)) return;
  if (event.metaKey || event.ctrlKey || event.altKey) return;
  const row = target.closest('tr');
  const step = stepOf(key);
  if (key === keyOf('chooseRow')) row?.querySelector<HTMLElement>('td[data-check] input')?.click();
  else if (step !== undefined) {
    const next = step > 0 ? row?.nextElementSibling : row?.previousElementSibling;
    const isBox = target.matches('input');
    const stop =
      (isBox ? next?.querySelector<HTMLElement>('td[data-check] input') : undefined) ??
      next?.querySelector<HTMLElement>('td[data-link] a') ??
      next?.querySelector<HTMLElement>('a, button, input');
    if (!stop) return;
    stop.focus();
  } else return;
  event.preventDefault();
}

/** From elsewhere j and k lead into the rows of the screen's first table; there its own keys hold. */
export function useRowKeys(
  rows: RefObject<HTMLTableSectionElement | null>,
  canChoose: boolean,
): void {
  const enter = (at: 'first' | 'last', stop: string) => () => {
    const all = rows.current?.closest('main')?.querySelector('tbody')?.rows ?? [];
    [...all]
      .at(at === 'first' ? 0 : -1)
      ?.querySelector<HTMLElement>(stop)
      ?.focus();
  };
  const control = 'td:not([data-check]) :is(a, button, input)';
  const { keys } = tableWords;
  useScreenActions([
    {
      id: 'row down',
      label: keys.next,
      key: 'nextRow',
      isKeyOnly: true,
      run: enter('first', control),
    },
    {
      id: 'row up',
      label: keys.previous,
      key: 'previousRow',
      isKeyOnly: true,
      run: enter('last', control),
    },
    ...(canChoose
      ? [
          {
            id: 'row choice',
            label: keys.choose,
            key: 'chooseRow' as const,
            isKeyOnly: true,
            run: enter('first', 'td[data-check] input'),
          },
        ]
      : []),
  ]);
}
