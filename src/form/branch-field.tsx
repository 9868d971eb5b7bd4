import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { branches } from '#contract/branches.ts';
import { listOf } from '../api/client.ts';
import { formWords } from '../words/form.ts';
import type { FieldProps } from './fields.tsx';
import { useSearch } from './search.ts';
import { SelectField } from './select-field.tsx';

const branchesLike = (project: string, search: string) =>
  listOf(branches.list, { id: project, per_page: 50, ...(search && { search }) });

/** A branch of the project, found by typing. */
export function BranchField<I extends FieldValues, O>(
  props: FieldProps<I, O> & { project: string; chosen: string },
) {
  const { project, chosen, ...field } = props;
  const [search, setSearch] = useState('');
  // The field's text is the chosen branch until one types.
  const found = useSearch(search === chosen ? '' : search, (asked) => branchesLike(project, asked));
  const names = found.data?.rows.map(({ name }) => name) ?? [];
  const choices = chosen !== '' && !names.includes(chosen) ? [chosen, ...names] : names;
  return (
    <SelectField
      {...field}
      choices={choices.map((name) => ({ value: name, label: name }))}
      onSearch={setSearch}
      isSearching={found.isFetching}
      searchError={found.error}
      nothingFound={formWords.noBranch}
    />
  );
}
