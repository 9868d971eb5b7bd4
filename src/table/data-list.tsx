import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import type { BulkAction } from './bulk.ts';
import { BulkBar } from './bulk-bar.tsx';
import { BulkResult } from './bulk-result.tsx';
import type { Columns } from './columns.ts';
import { DataTable, type ListState } from './data-table.tsx';
import { type Filter, FilterBar } from './filter-bar.tsx';
import { allPages, type ListQuery, useListPage } from './list-query.ts';
import { ColumnsTool, DensityTool, DownloadTool } from './list-tools.tsx';
import { NothingFound } from './nothing-found.tsx';
import { Pager } from './pager.tsx';
import { useDensity, useHiddenColumns } from './remembered.ts';
import { RowPanel } from './row-panel.tsx';
import { SavedViews } from './saved-views.tsx';
import { useSelection } from './selection.ts';
import classes from './table.module.css';
import { filterNames } from './url-state.ts';

export interface DataListProps<Row extends { id: number | string }> {
  /** The list's stable name: of its saved views, its remembered columns, its test id. */
  list: string;
  label: string;
  query: ListQuery<Row>;
  columns: Columns<Row>;
  state: ListState;
  /** Column and direction that the server uses when the URL names none. */
  sorted?: { by: string; sort: 'asc' | 'desc' };
  /** Of the search field; without it the list has none. */
  placeholder?: string;
  filters?: readonly Filter[];
  /** Stands first in the filter bar: what the list is of. */
  lead?: ReactNode;
  /** Follows the rows. */
  below?: ReactNode;
  /** What a row is called. */
  nameOf: (row: Row) => string;
  /** Bulk actions; with them the rows can be chosen. */
  actions?: readonly BulkAction<Row>[];
  /** What the list is for, and the first thing to do. */
  empty: { icon?: ReactNode; title: string; help: string; action?: ReactNode };
  /** What opens beside the list for the row that the URL names. */
  panel?: (row: Row) => ReactNode;
}

/** A screen's list, whole: filters, views, columns, rows, bulk actions, pages and downloads. */
export function DataList<Row extends { id: number | string }>(props: DataListProps<Row>) {
  const { list, label, query, columns, state, nameOf, actions = [], empty, panel } = props;
  const { data: page, error, refetch, isPlaceholderData } = useListPage(query);
  const [density, setDensity] = useDensity();
  const [hidden, setHidden] = useHiddenColumns(list);
  const question = filterNames(state.search).map(
    (name) => [name, Reflect.get(state.search, name) as unknown] as const,
  );
  // The screen stays when only its place changes: what was chosen and done belongs to the place.
  const place = JSON.stringify([list, useParams({ strict: false })]);
  const selection = useSelection<Row>(place + JSON.stringify(question));
  const choices = columns.flatMap(({ id, header, meta }) =>
    id !== undefined && typeof header === 'string' && !meta?.link && meta?.phone !== 'title'
      ? [{ id, label: header }]
      : [],
  );
  const isSkeleton = page === undefined && error === null;
  const total = page?.total;
  const all = total !== undefined &&
    total > (page?.rows.length ?? 0) && {
      total,
      choose: () => selection.addAll((signal) => allPages(query, signal)),
    };
  const current = page?.rows.find(({ id }) => String(id) === state.search.row);
  return (
    // Escape is heard here and belongs to no control.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes.list}
      data-testid={`list-${list}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) selection.clear();
      }}
    >
      <FilterBar
        state={state}
        placeholder={props.placeholder}
        filters={props.filters ?? []}
        lead={props.lead}
        ignored={page?.ignored ?? []}
      >
        <span className={classes.tools}>
          <SavedViews list={list} state={state} />
          <DensityTool density={density} onChange={setDensity} />
          <ColumnsTool columns={choices} hidden={hidden} onChange={setHidden} />
          <DownloadTool list={list} query={query} total={total} />
        </span>
      </FilterBar>
      {error !== null && (page === undefined || isPlaceholderData) ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <div className={classes.beside}>
          <DataTable
            testId={list}
            label={label}
            columns={columns.filter(({ id }) => id === undefined || !hidden.includes(id))}
            rows={page?.rows ?? []}
            state={state}
            {...(props.sorted && { sorted: props.sorted })}
            {...(actions.length > 0 && { selection })}
            nameOf={nameOf}
            density={density}
            current={current && String(current.id)}
            skeleton={isSkeleton ? skeletonRows : undefined}
            isOld={isPlaceholderData}
            empty={
              <NothingFound state={state}>
                <EmptyState icon={empty.icon} title={empty.title} action={empty.action}>
                  {empty.help}
                </EmptyState>
              </NothingFound>
            }
          />
          {panel && current && (
            <RowPanel label={nameOf(current)} onClose={() => state.set({ row: undefined })}>
              {panel(current)}
            </RowPanel>
          )}
        </div>
      )}
      {props.below}
      <div className={classes.foot}>
        <BulkResult key={`result ${place}`} list={list} place={place} />
        <BulkBar
          key={place}
          list={list}
          place={place}
          selection={selection}
          actions={actions}
          nameOf={nameOf}
          all={all || undefined}
        />
        {page !== undefined && page.rows.length > 0 && <Pager page={page} state={state} />}
      </div>
    </div>
  );
}

const skeletonRows = 12;
