import { Loader, type OptionsFilter, Select } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { ErrorLine } from '../ui/states.tsx';
import { type FieldProps, useField } from './fields.tsx';

export interface Choice<V extends string | number> {
  readonly value: V;
  readonly label: string;
}

// Until the server answers, what is typed narrows what it found before; what the server finds by
// more than the name stays.
const nearest = <V extends string | number>({
  options,
  search,
}: Parameters<OptionsFilter<V>>[0]) => {
  const text = search.trim().toLowerCase();
  const near = options.filter((one) => 'label' in one && one.label.toLowerCase().includes(text));
  return near.length > 0 ? near : options;
};

/** One of several values. With `onSearch` the choices come from the server as one types. */
export function SelectField<I extends FieldValues, O, V extends string | number>(
  props: FieldProps<I, O> & {
    choices: readonly Choice<V>[];
    searchable?: boolean;
    /** So many of the choices that fit are listed at once. */
    limit?: number;
    clearable?: boolean;
    placeholder?: string;
    nothingFound?: string;
    onSearch?: (text: string) => void;
    isSearching?: boolean;
    /** Why the choices could not be had. */
    searchError?: unknown;
  },
) {
  const { value, shared } = useField(props);
  const { choices, searchable, clearable, placeholder, nothingFound, onSearch } = props;
  // Safe: the form holds one of the choices, or nothing.
  const chosen = (value ?? null) as V | null;
  return (
    <Select<V>
      {...shared}
      value={chosen === ('' as V) ? null : chosen}
      data={choices}
      {...(props.limit !== undefined && { limit: props.limit })}
      searchable={searchable ?? onSearch !== undefined}
      clearable={clearable ?? false}
      placeholder={placeholder}
      nothingFoundMessage={nothingFound}
      error={
        shared.error ?? (props.searchError ? <ErrorLine error={props.searchError} /> : undefined)
      }
      rightSection={props.isSearching ? <Loader size={14} aria-hidden /> : undefined}
      {...(onSearch && { onSearchChange: onSearch, filter: nearest })}
    />
  );
}
