import { type ReactNode, useState } from 'react';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { groups } from '#contract/groups.ts';
import { listOf } from '../api/client.ts';
import { formWords } from '../words/form.ts';
import { useSearch } from './search.ts';
import { SelectField } from './select-field.tsx';

const groupsWithRole = (role: number, search: string) =>
  listOf(groups.list, { min_access_level: role, per_page: 50, ...(search && { search }) });

/** One of the groups in which one has at least a role, found by typing. */
export function GroupField<I extends FieldValues, O>(props: {
  control: Control<I, unknown, O>;
  name: FieldPath<I>;
  label: string;
  help?: ReactNode;
  placeholder?: string;
  /** The least role there, as a number of the API. */
  role: 30 | 40 | 50;
  /** The group that the form came with. */
  given?: { value: number; label: string } | undefined;
}) {
  const { role, given, ...field } = props;
  const [search, setSearch] = useState('');
  const found = useSearch(search === given?.label ? '' : search, (asked) =>
    groupsWithRole(role, asked),
  );
  const others = (found.data?.rows ?? [])
    .map(({ id, full_path }) => ({ value: id, label: full_path }))
    .filter(({ value }) => value !== given?.value);
  return (
    <SelectField
      {...field}
      choices={given === undefined ? others : [given, ...others]}
      onSearch={setSearch}
      isSearching={found.isFetching}
      searchError={found.error}
      nothingFound={formWords.noGroup}
      clearable
    />
  );
}
