import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { peopleOf } from '../api/planning.ts';
import { ErrorLine } from '../ui/states.tsx';
import { common } from '../words/common.ts';
import { planningWords } from '../words/planning.ts';
import { type FieldProps, useField } from './fields.tsx';
import { useSearch } from './search.ts';

const asIds = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'number') : [];

/** People of a project by their ids, found by name. */
export function PeopleField<I extends FieldValues, O>(
  props: FieldProps<I, O> & {
    project: string;
    /** Those whom the form came with: they may have left the project. */
    known: readonly { readonly id: number; readonly name: string }[];
  },
) {
  const { project, known } = props;
  const { value, shared } = useField(props);
  const [search, setSearch] = useState('');
  const found = useSearch(search, (asked) => peopleOf(project, asked));
  // Who was chosen keeps a name also when the next search does not find them.
  const [met, setMet] = useState<ReadonlyMap<number, string>>(
    () => new Map(known.map(({ id, name }) => [id, name])),
  );
  const people = new Map(met);
  for (const { id, name } of found.data?.rows ?? []) people.set(id, name);
  return (
    <MultiSelect
      {...shared}
      value={asIds(value).map(String)}
      data={[...people].map(([id, name]) => ({ value: String(id), label: name }))}
      onChange={(chosen) => {
        setMet(people);
        shared.onChange(chosen.map(Number));
      }}
      error={shared.error ?? (found.error ? <ErrorLine error={found.error} /> : undefined)}
      nothingFoundMessage={planningWords.noPerson}
      clearButtonProps={{ 'aria-label': common.actions.clear }}
      searchable
      clearable
      searchValue={search}
      onSearchChange={setSearch}
    />
  );
}
