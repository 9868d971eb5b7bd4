import { Button } from '@mantine/core';
import IconFileExport from '@tabler/icons-react/icons/IconFileExport';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import { useState } from 'react';
import { DataList } from '../../table/data-list.tsx';
import type { ListSearch } from '../../table/url-state.ts';
import { useListState } from '../../table/use-list-state.ts';
import { Page } from '../../ui/page.tsx';
import { exportWords as words } from '../../words/dependency-list-exports.ts';
import { exportColumns } from './columns.tsx';
import { NewExportDialog } from './new-export.tsx';
import { exportList, nameOf, type Place } from './queries.ts';

/** One's own exports of a project with its pipelines, or of a group. */
export function ExportsPage({ place, search }: { place: Place; search: ListSearch }) {
  const [isNew, setIsNew] = useState(false);
  const create = (variant: 'filled' | 'default') => (
    <Button
      variant={variant}
      leftSection={<IconPlus aria-hidden size={16} />}
      onClick={() => setIsNew(true)}
    >
      {words.create}
    </Button>
  );
  return (
    <Page title={words.title} about={`${words.about} ${words.note}`} actions={create('filled')}>
      <DataList
        list={`${place.kind}-exports`}
        label={words.title}
        query={exportList(place, search)}
        columns={exportColumns}
        state={useListState(search)}
        nameOf={nameOf}
        empty={{
          icon: <IconFileExport aria-hidden size={20} />,
          ...words.empty,
          action: create('default'),
        }}
      />
      {isNew && <NewExportDialog place={place} onClose={() => setIsNew(false)} />}
    </Page>
  );
}
