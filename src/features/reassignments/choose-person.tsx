import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { placeholderUsers, type SourceUserRecord } from '#contract/placeholder-users.ts';
import { useCommand } from '../../api/client.ts';
import { useSearch } from '../../form/search.ts';
import { reassignmentWords as words } from '../../words/reassignments.ts';
import { nameOf, targets, touched } from './queries.ts';
import classes from './reassignments.module.css';

interface Props {
  group: string;
  row: SourceUserRecord;
}

/** Who takes over, chosen in the row itself: a button that becomes a search. */
export function ChoosePerson({ group, row }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <Search group={group} row={row} onClose={() => setIsOpen(false)} />;
  return (
    <Button
      size="xs"
      variant="subtle"
      color="gray"
      className={classes.choose}
      aria-label={words.choose(nameOf(row))}
      onClick={() => setIsOpen(true)}
    >
      {row.reassign_to_user?.name ?? words.nobody}
    </Button>
  );
}

function Search({ group, row, onClose }: Props & { onClose: () => void }) {
  const [search, setSearch] = useState('');
  const found = useSearch(search, targets);
  const assign = useCommand(placeholderUsers.assign, {
    invalidates: touched,
    done: words.assigned(1),
  });
  return (
    <Select
      size="xs"
      aria-label={words.choose(nameOf(row))}
      placeholder={words.choosePlaceholder}
      data={(found.data?.rows ?? []).map(({ id, name, username }) => ({
        value: String(id),
        label: `${name} (${username})`,
      }))}
      // What is found is what the server found by name, username and address.
      filter={({ options }) => options}
      nothingFoundMessage={words.noPerson}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      value={null}
      onChange={(user) => {
        if (user === null) return;
        assign.mutate({ id: group, ids: [row.id], user_id: Number(user) }, { onSettled: onClose });
      }}
      disabled={assign.isPending}
      onBlur={() => {
        if (!assign.isPending) onClose();
      }}
      // Whoever pressed the button goes on typing here.
      data-autofocus
      autoFocus
      defaultDropdownOpened
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    />
  );
}
