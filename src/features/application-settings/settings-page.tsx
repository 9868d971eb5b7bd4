import { Button, Checkbox } from '@mantine/core';
import IconFileExport from '@tabler/icons-react/icons/IconFileExport';
import IconFileImport from '@tabler/icons-react/icons/IconFileImport';
import IconHistory from '@tabler/icons-react/icons/IconHistory';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useId, useState } from 'react';
import { fullPath } from '#contract/endpoint.ts';
import { settingsHistory } from '#contract/settings-history.ts';
import { IconLink } from '../../lib/links.tsx';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { SearchField } from '../../table/search-field.tsx';
import { Page } from '../../ui/page.tsx';
import { settingsWords as words } from '../../words/application-settings.ts';
import type { SettingsSearch } from './filters.ts';
import { settingsShown } from './queries.ts';
import { filterRows, settingRows } from './rows.ts';
import classes from './settings.module.css';
import { SettingsEditor } from './settings-editor.tsx';

const ImportDialog = lazy(() =>
  import('./import-dialog.tsx').then((module) => ({ default: module.ImportDialog })),
);

const route = getRouteApi('/_auth/admin/settings');

/** All settings of the instance: a section, or what a search finds in all of them. */
export function SettingsPage() {
  const { data: stored } = useSuspenseQuery(settingsShown);
  const search = route.useSearch();
  const { section = 'access' } = useParams({ strict: false });
  const [isImporting, setIsImporting] = useState(false);
  const navigate = useNavigate();
  const searchId = useId();
  useScreenActions([
    {
      id: searchId,
      label: words.searchLabel,
      key: 'search',
      run: () => document.getElementById(searchId)?.focus(),
    },
  ]);
  const ask = (change: SettingsSearch) =>
    void navigate({
      to: '/admin/settings/$section',
      params: { section },
      search: { ...search, ...change },
      replace: 'q' in change,
      resetScroll: false,
    });
  const changed = filterRows(stored, { text: '', onlyChanged: true }).length;
  return (
    <Page
      title={words.title}
      actions={
        <>
          <IconLink
            to="/admin/settings/history"
            variant="default"
            size="input-sm"
            aria-label={words.history.open}
            title={words.history.open}
          >
            <IconHistory aria-hidden size={16} />
          </IconLink>
          <Button
            variant="default"
            leftSection={<IconFileImport aria-hidden size={16} />}
            onClick={() => setIsImporting(true)}
          >
            {words.transfer.import}
          </Button>
          <Button
            component="a"
            href={fullPath(settingsHistory.export)}
            download
            variant="default"
            leftSection={<IconFileExport aria-hidden size={16} />}
          >
            {words.transfer.export}
          </Button>
        </>
      }
    >
      <search className={classes.tools}>
        <div className={classes.search}>
          <SearchField
            id={searchId}
            isWide
            label={words.searchLabel}
            value={search.q ?? ''}
            placeholder={words.search(settingRows.length)}
            onSearch={(text) => ask({ q: text || undefined })}
          />
        </div>
        <Checkbox
          label={words.onlyChanged(changed)}
          checked={search.changed === 'true'}
          onChange={({ currentTarget: { checked } }) =>
            ask({ changed: checked ? 'true' : undefined })
          }
        />
      </search>
      <SettingsEditor
        stored={stored}
        section={section}
        text={search.q ?? ''}
        onlyChanged={search.changed === 'true'}
      />
      {isImporting && (
        <Suspense>
          <ImportDialog onClose={() => setIsImporting(false)} />
        </Suspense>
      )}
    </Page>
  );
}
