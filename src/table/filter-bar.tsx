import { Menu, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import IconX from '@tabler/icons-react/icons/IconX';
import { type ReactNode, useState } from 'react';
import { tableWords } from '../words/table.ts';
import type { ListState } from './data-table.tsx';
import classes from './table.module.css';

/** A filter of the API with the values that can be chosen here. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

/** Search and filters of a list, all of them in the URL. */
export function FilterBar(props: {
  state: ListState;
  placeholder: string;
  filters?: readonly Filter[];
  children?: ReactNode;
}) {
  const { state, placeholder, filters = [], children } = props;
  // The URL may hold more names than the list's own.
  const search: Readonly<Record<string, string | undefined>> = { ...state.search };
  const active = filters.filter(({ name }) => search[name] !== undefined);
  const unused = filters.filter(({ name }) => search[name] === undefined);
  const clear = () =>
    state.set({
      search: undefined,
      page: undefined,
      ...Object.fromEntries(active.map(({ name }) => [name, undefined])),
    });
  return (
    <search className={classes.filters}>
      <SearchField
        value={search.search ?? ''}
        placeholder={placeholder}
        onSearch={(text) => state.set({ search: text || undefined, page: undefined })}
      />
      {active.map((filter) => (
        <FilterChip
          key={filter.name}
          filter={filter}
          value={search[filter.name] ?? ''}
          state={state}
        />
      ))}
      {unused.map((filter) => (
        <span key={filter.name} className={classes.add}>
          <FilterMenu filter={filter} state={state}>
            <button type="button">
              <IconPlus aria-hidden size={14} />
              {filter.label}
            </button>
          </FilterMenu>
        </span>
      ))}
      {(active.length > 0 || search.search !== undefined) && (
        <button type="button" className={classes.clear} onClick={clear}>
          {tableWords.clearFilters}
        </button>
      )}
      {children}
    </search>
  );
}

function SearchField(props: {
  value: string;
  placeholder: string;
  onSearch: (text: string) => void;
}) {
  const { value, placeholder, onSearch } = props;
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  const search = useDebouncedCallback((wanted: string) => {
    setSent(wanted);
    onSearch(wanted);
  }, 250);
  // The URL changed: by this field, or by Back, a link or Clear all, which the field then follows.
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) setText(value);
  }
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={tableWords.search}
      placeholder={placeholder}
      leftSection={<IconSearch aria-hidden size={16} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value.trim());
      }}
    />
  );
}

function FilterMenu(props: { filter: Filter; state: ListState; children: ReactNode }) {
  const { filter, state, children } = props;
  return (
    <Menu position="bottom-start">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {filter.choices.map(({ value, label }) => (
          <Menu.Item
            key={value}
            onClick={() => state.set({ [filter.name]: value, page: undefined })}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function FilterChip(props: { filter: Filter; value: string; state: ListState }) {
  const { filter, value, state } = props;
  const chosen = filter.choices.find((choice) => choice.value === value)?.label ?? value;
  return (
    <span className={classes.chip}>
      <FilterMenu filter={filter} state={state}>
        <button type="button">
          {filter.label} <strong>{chosen}</strong>
        </button>
      </FilterMenu>
      <button
        type="button"
        aria-label={tableWords.removeFilter(filter.label)}
        onClick={() => state.set({ [filter.name]: undefined, page: undefined })}
      >
        <IconX aria-hidden size={14} />
      </button>
    </span>
  );
}
