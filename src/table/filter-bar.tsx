import { type ReactNode, useId, useRef, useState } from 'react';
import { useOfferedControls, useScreenActions } from '../lib/screen-actions.ts';
import { tableWords } from '../words/table.ts';
import type { ListState } from './data-table.tsx';
import { AddFilter, FilterChip } from './filter-chips.tsx';
import { SearchField } from './search-field.tsx';
import classes from './table.module.css';

/** A filter of the API: with the values that can be chosen here, or a text. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  /** Without them the value is typed. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
}

/** Search and filters of a list, all of them in the URL. */
export function FilterBar(props: {
  state: ListState;
  /** Without it the list has no search. */
  placeholder?: string | undefined;
  filters?: readonly Filter[];
  /** What comes before everything else. */
  lead?: ReactNode;
  /** Names of filters that the server does not look at. */
  ignored?: readonly string[];
  children?: ReactNode;
}) {
  const { state, placeholder, filters = [], lead, ignored = [], children } = props;
  const [opened, setOpened] = useState<string>();
  const searchId = useId();
  const bar = useRef<HTMLElement>(null);
  useOfferedControls(bar);
  const focus = () => document.getElementById(searchId)?.focus();
  const find = { id: 'search', label: tableWords.search, key: 'search', run: focus } as const;
  useScreenActions(placeholder === undefined ? [] : [find]);
  // The URL may hold more names than the list's own.
  const search: Readonly<Record<string, string | undefined>> = { ...state.search };
  const active = filters.filter(({ name }) => search[name] !== undefined || name === opened);
  const unused = filters.filter((filter) => !active.includes(filter));
  const set = (change: Record<string, string | undefined>) => {
    setOpened(undefined);
    state.set({ ...change, page: undefined });
  };
  const clear = () =>
    set({ search: undefined, ...Object.fromEntries(active.map(({ name }) => [name, undefined])) });
  return (
    <search ref={bar} className={classes.filters}>
      {lead}
      {placeholder !== undefined && (
        <SearchField
          id={searchId}
          value={search.search ?? ''}
          placeholder={placeholder}
          onSearch={(text) => set({ search: text || undefined })}
        />
      )}
      {active.map((filter) => (
        <FilterChip
          key={filter.name}
          filter={filter}
          value={search[filter.name]}
          onChange={(value) => set({ [filter.name]: value })}
        />
      ))}
      {unused.length > 0 && (
        <AddFilter
          filters={unused}
          onOpen={setOpened}
          onChoose={(name, value) => set({ [name]: value })}
        />
      )}
      {active.map(
        ({ name, label }) =>
          ignored.includes(name) && (
            <p key={`ignored ${name}`} role="status" className={classes.ignored}>
              {tableWords.ignored(label)}
            </p>
          ),
      )}
      {(active.length > 0 || search.search !== undefined) && (
        <button type="button" className={classes.clear} onClick={clear}>
          {tableWords.clearFilters}
        </button>
      )}
      {children}
    </search>
  );
}
