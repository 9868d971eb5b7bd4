import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/states.tsx';
import { tableWords } from '../words/table.ts';
import type { ListState } from './data-table.tsx';
import { filterNames } from './url-state.ts';

/** Where a list is empty: the filters' fault, or there is nothing yet (`children`). */
export function NothingFound({ state, children }: { state: ListState; children: ReactNode }) {
  const active = filterNames(state.search);
  const isBeyond = Number(state.search.page ?? 1) > 1;
  if (active.length === 0 && !isBeyond) return <>{children}</>;
  const clear = () =>
    state.set({ page: undefined, ...Object.fromEntries(active.map((name) => [name, undefined])) });
  return (
    <EmptyState
      title={tableWords.nothingFound}
      action={
        <Button variant="default" onClick={clear}>
          {tableWords.clearFilters}
        </Button>
      }
    >
      {tableWords.nothingFoundHelp}
    </EmptyState>
  );
}
