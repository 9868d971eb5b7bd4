import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import IconGitBranch from '@tabler/icons-react/icons/IconGitBranch';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { repositoryWords } from '../../words/repository.ts';
import { branchChoices, tagChoices } from './queries.ts';
import classes from './repository.module.css';

const words = repositoryWords.ref;

/** Branches and tags of a project, found by name; a commit stays where the URL names one. */
export function RefSelect(props: {
  project: string;
  value: string;
  onChange: (ref: string) => void;
}) {
  const { project, value, onChange } = props;
  const [search, setSearch] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  // The field's text is the chosen ref until one types.
  const [asked] = useDebouncedValue(search === value ? '' : search, 200);
  const branches = useQuery({ ...branchChoices(project, asked), enabled: isOpen });
  const tags = useQuery({ ...tagChoices(project, asked), enabled: isOpen });
  const branchNames = branches.data?.rows.map(({ name }) => name) ?? [];
  // A branch goes before a tag of its name, as it does on the server.
  const tagNames = (tags.data?.rows.map(({ name }) => name) ?? []).filter(
    (name) => !branchNames.includes(name),
  );
  const isKnown = branchNames.includes(value) || tagNames.includes(value);
  return (
    <Select
      className={classes.refSelect}
      aria-label={words.label}
      value={value}
      data={[
        ...(isKnown ? [] : [value]),
        ...(branchNames.length > 0 ? [{ group: words.branches, items: branchNames }] : []),
        ...(tagNames.length > 0 ? [{ group: words.tags, items: tagNames }] : []),
      ]}
      onChange={(ref) => {
        if (ref !== null && ref !== value) onChange(ref);
      }}
      leftSection={<IconGitBranch aria-hidden size={16} />}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      onDropdownOpen={() => setIsOpen(true)}
      nothingFoundMessage={words.none}
      spellCheck={false}
    />
  );
}
