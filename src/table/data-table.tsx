import IconArrowDown from '@tabler/icons-react/icons/IconArrowDown';
import IconArrowUp from '@tabler/icons-react/icons/IconArrowUp';
import { type Header, useTable } from '@tanstack/react-table';
import type { KeyboardEvent, ReactNode } from 'react';
import { type Columns, type Features, features } from './columns.ts';
import classes from './table.module.css';
import { type ListSearch, toggledSort } from './url-state.ts';

/** The list's state in the URL and how to change it. */
export interface ListState {
  readonly search: ListSearch;
  readonly set: (change: Record<string, string | undefined>) => void;
}

// Rows of a phone are laid out as boxes, which takes the table's own roles away.
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

/** Rows of one kind. Sorting and paging are the server's; arrow keys and j/k walk the rows. */
export function DataTable<Row extends { id: number | string }>(props: {
  label: string;
  columns: Columns<Row>;
  rows: readonly Row[];
  /** Column and direction that the server uses when the URL names none. */
  sorted?: { by: string; sort: 'asc' | 'desc' };
  state?: ListState;
  /** Inside of a card: no page edge. */
  inset?: boolean;
  empty: ReactNode;
  footer?: ReactNode;
}) {
  const { label, columns, rows, state, inset, empty, footer } = props;
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: (row) => String(row.id),
  });
  if (rows.length === 0) return <>{empty}</>;
  const search = state?.search.order_by
    ? state.search
    : { order_by: props.sorted?.by, sort: props.sorted?.sort };
  return (
    <div className={classes.frame} data-inset={inset || undefined}>
      <table className={classes.table} {...roles.table} aria-label={label}>
        <thead {...roles.group}>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} {...roles.row}>
              {group.headers.map((header) => (
                <HeadCell key={header.id} header={header} search={search} set={state?.set}>
                  <table.FlexRender header={header} />
                </HeadCell>
              ))}
            </tr>
          ))}
        </thead>
        {/* The links of the rows have the focus; the body hears their keys. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody {...roles.group} onKeyDown={walkRows}>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} {...roles.row}>
              {row.getAllCells().map((cell) => {
                const look = cell.column.columnDef.meta;
                return (
                  <td
                    key={cell.id}
                    {...roles.cell}
                    data-numeric={look?.numeric || undefined}
                    data-quiet={look?.quiet || undefined}
                    data-link={look?.link || undefined}
                    data-phone={look?.phone ?? 'line'}
                  >
                    <table.FlexRender cell={cell} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {footer}
    </div>
  );
}

function HeadCell<Row extends object>(props: {
  header: Header<Features, Row, unknown>;
  search: ListSearch;
  set: ListState['set'] | undefined;
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
      {...roles.head}
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

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** Moves the focus from row to row while it is inside of the table. */
function walkRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = steps[event.key];
  const { target } = event;
  if (step === undefined || !(target instanceof HTMLElement)) return;
  if (event.metaKey || event.ctrlKey || event.altKey || target.matches('input, select, textarea')) {
    return;
  }
  const row = target.closest('tr');
  const next = step > 0 ? row?.nextElementSibling : row?.previousElementSibling;
  const link = next?.querySelector<HTMLElement>('td[data-link] a, a, button');
  if (!link) return;
  event.preventDefault();
  link.focus();
}
