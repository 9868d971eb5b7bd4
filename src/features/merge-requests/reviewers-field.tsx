import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { reviewerChoices } from './queries.ts';

interface Named {
  readonly id: number;
  readonly name: string;
}

/** People of the project who are asked to look at it. */
export function ReviewersField(props: {
  project: string;
  value: readonly number[];
  known: readonly Named[];
  onChange: (ids: number[]) => void;
}) {
  const { project, value, known, onChange } = props;
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, 200);
  const found = useQuery(reviewerChoices(project, asked));
  const people = new Map<number, string>();
  for (const { id, name } of [...known, ...(found.data?.rows ?? [])]) people.set(id, name);
  return (
    <MultiSelect
      label={mergeRequestWords.form.reviewers}
      value={value.map(String)}
      data={[...people].map(([id, name]) => ({ value: String(id), label: name }))}
      onChange={(chosen) => onChange(chosen.map(Number))}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
    />
  );
}
