import { useTable } from '@tanstack/react-table';
import { type ReactNode, useRef } from 'react';
import { tableWords } from '../words/table.ts';
import { type Columns, features } from './columns.ts';
import { HeadCell } from './head-cell.tsx';
import { actOnKey, useRowKeys } from './row-keys.ts';
import type { Selection } from './selection.ts';
import classes from './table.module.css';
import type { ListSearch } from './url-state.ts';

/** The list's state in the URL and how to change it. */
export interface ListState {
  readonly search: ListSearch;
  readonly set: (change: Record<string, string | undefined>) => void;
  /** Puts a whole search in its place, as a saved view holds it. */
  readonly open: (query: string) => void;
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
  /** What automated runs find it by, whatever the language: `table-…`. */
  testId: string;
  label: string;
  columns: Columns<Row>;
  rows: readonly Row[];
  /** Column and direction that the server uses when the URL names none. */
  sorted?: { by: string; sort: 'asc' | 'desc' };
  state?: ListState;
  /** Inside of a card: no page edge. */
  inset?: boolean;
  /** Rows can be chosen; `nameOf` is what a row is called. */
  selection?: Selection<Row>;
  nameOf?: (row: Row) => string;
  density?: 'compact' | 'comfortable';
  /** The row whose panel is open. */
  current?: string | undefined;
  /** So many empty rows stand where the rows will be. */
  skeleton?: number | undefined;
  /** The rows are those of the question before. */
  isOld?: boolean;
  empty: ReactNode;
  footer?: ReactNode;
}) {
  const { label, columns, rows, state, inset, selection, empty, footer } = props;
  const { nameOf = ({ id }) => String(id), skeleton } = props;
  const table = useTable({ features, columns, data: rows, getRowId: (row) => String(row.id) });
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body, selection !== undefined);
  if (rows.length === 0 && skeleton === undefined) return <>{empty}</>;
  const search = state?.search.order_by
    ? state.search
    : { order_by: props.sorted?.by, sort: props.sorted?.sort };
  return (
    <div
      className={classes.frame}
      data-testid={`table-${props.testId}`}
      data-inset={inset || undefined}
      data-density={props.density}
      data-selectable={selection !== undefined || undefined}
    >
      <table
        className={classes.table}
        {...roles.table}
        aria-label={label}
        aria-busy={skeleton !== undefined || props.isOld || undefined}
      >
        <thead {...roles.group}>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} {...roles.row}>
              {selection && (
                <th {...roles.head} scope="col" data-check>
                  <PageCheck rows={rows} selection={selection} />
                </th>
              )}
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
        <tbody ref={body} {...roles.group} onKeyDown={actOnKey}>
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              {...roles.row}
              data-chosen={selection?.has(row.original) || undefined}
              data-current={row.id === props.current || undefined}
            >
              {selection && (
                <td {...roles.cell} data-check>
                  <input
                    type="checkbox"
                    aria-label={tableWords.select(nameOf(row.original))}
                    checked={selection.has(row.original)}
                    onChange={() => selection.toggle(row.original)}
                  />
                </td>
              )}
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
          {skeleton !== undefined && (
            <SkeletonRows rows={skeleton} cells={columns.length + (selection ? 1 : 0)} />
          )}
        </tbody>
      </table>
      {footer}
    </div>
  );
}

function PageCheck<Row extends { id: number | string }>(props: {
  rows: readonly Row[];
  selection: Selection<Row>;
}) {
  const { rows, selection } = props;
  const count = rows.filter(selection.has).length;
  const isWhole = rows.length > 0 && count === rows.length;
  return (
    <input
      type="checkbox"
      aria-label={tableWords.selectPage}
      disabled={rows.length === 0}
      checked={isWhole}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !isWhole;
      }}
      onChange={() => (isWhole ? selection.drop(rows) : selection.add(rows))}
    />
  );
}

/** Empty rows, as high as those that come. */
function SkeletonRows({ rows, cells }: { rows: number; cells: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // Nothing to read: the table itself says that it is busy.
    <tr key={`skeleton-${row}`} aria-hidden data-skeleton>
      {Array.from({ length: cells }, (_cell, at) => (
        // Its row is hidden from everybody who listens.
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label
        <td key={at} />
      ))}
    </tr>
  ));
}
