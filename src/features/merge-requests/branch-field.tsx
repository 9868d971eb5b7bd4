import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from '../../form/fields.tsx';
import { SelectField } from '../../form/select-field.tsx';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { branchChoices } from './queries.ts';

/** A branch of the project, found by name. */
export function BranchField<I extends FieldValues, O>(
  props: FieldProps<I, O> & { project: string; chosen: string },
) {
  const { project, chosen, ...field } = props;
  const [search, setSearch] = useState('');
  // The field's text is the chosen branch until one types.
  const [asked] = useDebouncedValue(search === chosen ? '' : search, 200);
  const found = useQuery(branchChoices(project, asked));
  const names = found.data?.rows.map(({ name }) => name) ?? [];
  const choices = chosen !== '' && !names.includes(chosen) ? [chosen, ...names] : names;
  return (
    <SelectField
      {...field}
      choices={choices.map((name) => ({ value: name, label: name }))}
      onSearch={setSearch}
      isSearching={found.isFetching}
      nothingFound={mergeRequestWords.form.noBranch}
    />
  );
}
