import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Place } from '../api/places.ts';
import { labelsOf } from '../api/planning.ts';
import { LabelChip } from '../ui/marks.tsx';
import { ErrorLine } from '../ui/states.tsx';
import { common } from '../words/common.ts';
import { planningWords } from '../words/planning.ts';
import { type FieldProps, useField } from './fields.tsx';
import { useSearch } from './search.ts';

const asNames = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];

/** Labels of a project or group by their names. */
export function LabelsField<I extends FieldValues, O>(props: FieldProps<I, O> & { place: Place }) {
  const { value, shared } = useField(props);
  const [search, setSearch] = useState('');
  const found = useSearch(search, (asked) => labelsOf(props.place, asked));
  const chosen = asNames(value);
  const colors = new Map(found.data?.rows.map(({ name, color }) => [name, color]));
  return (
    <MultiSelect
      {...shared}
      value={chosen}
      data={[...new Set([...colors.keys(), ...chosen])]}
      renderOption={({ option }) => (
        <LabelChip name={option.label} color={colors.get(option.label)} />
      )}
      error={shared.error ?? (found.error ? <ErrorLine error={found.error} /> : undefined)}
      nothingFoundMessage={planningWords.noLabel}
      clearButtonProps={{ 'aria-label': common.actions.clear }}
      searchable
      clearable
      searchValue={search}
      onSearchChange={setSearch}
    />
  );
}
