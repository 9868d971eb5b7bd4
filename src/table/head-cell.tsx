import IconArrowDown from '@tabler/icons-react/icons/IconArrowDown';
import IconArrowUp from '@tabler/icons-react/icons/IconArrowUp';
import type { Header } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { Features } from './columns.ts';
import classes from './table.module.css';
import { type ListSearch, toggledSort } from './url-state.ts';

// Said in so many words, as phones lay the rows out as boxes.
const role = { role: 'columnheader' } as const;

/** The head of a column; a button where the server sorts by it. */
export function HeadCell<Row extends object>(props: {
  header: Header<Features, Row, unknown>;
  search: ListSearch;
  set: ((change: Record<string, string | undefined>) => void) | undefined;
  children: ReactNode;
}) {
  const { header, search, set, children } = props;
  const look = header.column.columnDef.meta;
  const column = look?.sort;
  const isSorted = column !== undefined && search.order_by === column;
  const direction = search.sort === 'asc' ? 'ascending' : 'descending';
  const Arrow = search.sort === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <th
      {...role}
      scope="col"
      data-width={look?.width}
      data-numeric={look?.numeric || undefined}
      data-phone={look?.phone}
      aria-sort={isSorted ? direction : undefined}
    >
      {column !== undefined && set !== undefined ? (
        <button
          type="button"
          className={classes.sort}
          onClick={() => set({ ...toggledSort(search, column) })}
        >
          {children}
          {isSorted && <Arrow aria-hidden size={14} />}
        </button>
      ) : (
        children
      )}
    </th>
  );
}
