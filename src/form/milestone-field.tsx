import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { milestonesOf } from '../api/planning.ts';
import { planningWords } from '../words/planning.ts';
import type { FieldProps } from './fields.tsx';
import { useSearch } from './search.ts';
import { SelectField } from './select-field.tsx';

/** An open milestone of the project or of a group above it; 0 for none, as the API takes it. */
export function MilestoneField<I extends FieldValues, O>(
  props: FieldProps<I, O> & {
    project: string;
    /** The one that the form came with, which may be closed. */
    given: { readonly id: number; readonly title: string } | null;
  },
) {
  const { project, given, ...field } = props;
  const [search, setSearch] = useState('');
  const isChosen = search === given?.title || search === planningWords.noMilestone;
  const found = useSearch(isChosen ? '' : search, (asked) => milestonesOf(project, asked));
  const others = (found.data?.rows ?? []).filter(({ id }) => id !== given?.id);
  const choices = given === null ? others : [given, ...others];
  return (
    <SelectField
      {...field}
      choices={[
        { value: 0, label: planningWords.noMilestone },
        ...choices.map(({ id, title }) => ({ value: id, label: title })),
      ]}
      onSearch={setSearch}
      isSearching={found.isFetching}
      searchError={found.error}
      nothingFound={planningWords.noMilestoneFound}
    />
  );
}
