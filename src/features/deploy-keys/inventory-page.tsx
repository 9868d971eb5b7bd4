import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconServerBolt from '@tabler/icons-react/icons/IconServerBolt';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { deployKeyScreens, type InventoryDeployKey } from '#contract/deploy-keys.ts';
import { call } from '../../api/client.ts';
import { useSshState } from '../../api/ssh-state.ts';
import type { BulkAction } from '../../table/bulk.ts';
import { DataList } from '../../table/data-list.tsx';
import type { Filter } from '../../table/filter-bar.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Page } from '../../ui/page.tsx';
import { aboutKeys, deployKeyWords as words } from '../../words/deploy-keys.ts';
import { inventoryColumns } from './columns.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { inventoryList } from './queries.ts';

const route = getRouteApi('/_auth/admin/deploy-keys');

const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const filters: readonly Filter[] = [
  { name: 'state', label: words.filters.state, choices: choicesOf(words.filters.states) },
  { name: 'access', label: words.filters.access, choices: choicesOf(words.filters.accesses) },
  {
    name: 'public',
    label: words.filters.public,
    choices: [{ value: 'true', label: words.filters.yes }],
  },
];

const actions: readonly BulkAction<InventoryDeployKey>[] = [
  {
    name: 'remove',
    label: words.remove,
    icon: <IconTrash aria-hidden size={14} />,
    confirm: (rows) => ({ title: words.bulk.title(rows.length), help: words.admin.bulkHelp }),
    run: ({ id }) => call(deployKeyScreens.removeEverywhere, { key_id: id }),
    done: words.bulk.removed,
    invalidates: [deployKeyScreens.inventory],
  },
];

/** All deploy keys of the server. */
export function InventoryPage() {
  const search = route.useSearch();
  const [isAdding, setIsAdding] = useState(false);
  const create = (variant: 'filled' | 'default') => (
    <Button
      variant={variant}
      leftSection={<IconPlus aria-hidden size={16} />}
      onClick={() => setIsAdding(true)}
    >
      {words.admin.create}
    </Button>
  );
  return (
    <Page
      title={words.title}
      about={aboutKeys(words.admin.about, useSshState())}
      actions={create('filled')}
    >
      <DataList
        list="all-deploy-keys"
        label={words.title}
        query={inventoryList(search)}
        columns={inventoryColumns}
        state={useListState(search)}
        placeholder={words.searchPlaceholder}
        filters={filters}
        nameOf={({ title }) => title}
        actions={actions}
        empty={{
          icon: <IconServerBolt aria-hidden size={20} />,
          ...words.admin.empty,
          action: create('default'),
        }}
      />
      {isAdding && <KeyDialog onClose={() => setIsAdding(false)} />}
    </Page>
  );
}
