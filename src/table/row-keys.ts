import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

const typing = 'select, textarea, input:not([type="checkbox"])';

/** While the focus is in the rows: arrows and j/k move it from row to row, x chooses the row. */
export function actOnKey(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || target.matches(typing)) return;
  if (event.metaKey || event.ctrlKey || event.altKey) return;
  const row = target.closest('tr');
  const step = steps[key];
  if (key === 'x') row?.querySelector<HTMLElement>('td[data-check] input')?.click();
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
