import { Select } from '@mantine/core';
import IconGitBranch from '@tabler/icons-react/icons/IconGitBranch';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { branches } from '#contract/branches.ts';
import { tags } from '#contract/tags.ts';
import { listOf } from '../api/client.ts';
import { ErrorLine } from '../ui/states.tsx';
import { formWords } from '../words/form.ts';
import { asText, type FieldProps, useField } from './fields.tsx';
import { useSearch } from './search.ts';

const heads = 'refs/heads/';
const tagged = 'refs/tags/';

const named = (search: string) => ({ per_page: 20, ...(search && { search }) });
const branchesLike = (project: string, search: string) =>
  listOf(branches.list, { id: project, ...named(search) });
const tagsLike = (project: string, search: string) =>
  listOf(tags.list, { id: project, ...named(search) });

/** The name of a branch or tag without its kind. */
const shortRef = (ref: string): string => ref.replace(/^refs\/(heads|tags)\//, '');

/** A branch or tag by its full ref, so that two of one name are told apart; found by typing. */
export function RefField<I extends FieldValues, O>(props: FieldProps<I, O> & { project: string }) {
  const { project } = props;
  const { value, shared } = useField(props);
  const chosen = asText(value);
  const [search, setSearch] = useState('');
  // The field's text is the chosen ref until one types.
  const asked = search === shortRef(chosen) ? '' : search;
  const foundBranches = useSearch(asked, (text) => branchesLike(project, text));
  const foundTags = useSearch(asked, (text) => tagsLike(project, text));
  const choices = (prefix: string, rows: readonly { name: string }[] = []) =>
    rows.map(({ name }) => ({ value: prefix + name, label: name }));
  const groups = [
    { group: formWords.branches, items: choices(heads, foundBranches.data?.rows) },
    { group: formWords.tags, items: choices(tagged, foundTags.data?.rows) },
  ].filter(({ items }) => items.length > 0);
  const isKnown = groups.some(({ items }) => items.some((item) => item.value === chosen));
  const error = foundBranches.error ?? foundTags.error;
  return (
    <Select
      {...shared}
      value={chosen === '' ? null : chosen}
      data={
        isKnown || chosen === '' ? groups : [{ value: chosen, label: shortRef(chosen) }, ...groups]
      }
      error={shared.error ?? (error ? <ErrorLine error={error} /> : undefined)}
      leftSection={<IconGitBranch aria-hidden size={16} />}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      nothingFoundMessage={formWords.noRef}
      spellCheck={false}
    />
  );
}
