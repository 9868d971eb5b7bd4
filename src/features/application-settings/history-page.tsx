import { Button } from '@mantine/core';
import IconHistory from '@tabler/icons-react/icons/IconHistory';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { settingsHistory } from '#contract/settings-history.ts';
import { useCommand } from '../../api/client.ts';
import { type ApiError, asApiError } from '../../api/error.ts';
import { formatMoment } from '../../lib/format.ts';
import { TextLink } from '../../lib/links.tsx';
import { columnsOf } from '../../table/columns.ts';
import { DataList } from '../../table/data-list.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts, Page } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { settingsWords } from '../../words/application-settings.ts';
import { historyFilters } from './filters.ts';
import { historyList, settingsShown, touchedBySettings } from './queries.ts';
import { same } from './rows.ts';
import classes from './settings.module.css';
import { ValueChanges } from './value-changes.tsx';

const route = getRouteApi('/_auth/admin/settings_/history');
const words = settingsWords.history;

type SettingChange = ResponseOf<typeof settingsHistory.list>[number];
const helper = columnsOf<SettingChange>();
const filters = historyFilters.map((name) => ({ name, label: words.filters[name] }));

const nameOf = ({ changes: [first, ...rest] }: SettingChange) =>
  words.more(first?.key ?? '', rest.length);
const actorOf = ({ actor, impersonator }: SettingChange) =>
  impersonator === null ? actor.name : `${actor.name} (${impersonator.name})`;
const valuesOf = ({ changes }: SettingChange) =>
  changes.map(({ key, before, after }) => ({ key, before, after }));

const columns = helper.columns([
  helper.display({
    id: 'changes',
    header: words.columns.changes,
    meta: { phone: 'title', link: true },
    cell: ({ row: { original } }) => (
      <TextLink to="." search={(search: object) => ({ ...search, row: String(original.id) })}>
        {nameOf(original)}
      </TextLink>
    ),
  }),
  helper.display({
    id: 'actor',
    header: words.columns.actor,
    meta: { width: 'm' },
    cell: ({ row: { original } }) => actorOf(original),
  }),
  helper.display({
    id: 'reason',
    header: words.columns.reason,
    meta: { width: 'l', phone: 'fill' },
    cell: ({ row: { original } }) => original.reason ?? '',
  }),
  helper.display({
    id: 'created_at',
    header: words.columns.when,
    meta: { width: 's', numeric: true, quiet: true, phone: 'end' },
    cell: ({ row: { original } }) => <RelativeTime at={original.created_at} />,
  }),
]);

/** Who changed which settings when and why, with the way back. */
export function SettingsHistoryPage() {
  const search = route.useSearch();
  return (
    <Page title={words.title} about={words.about}>
      <DataList
        list="settings-history"
        label={words.title}
        query={historyList(search)}
        columns={columns}
        state={useListState(search)}
        filters={filters}
        nameOf={nameOf}
        empty={{ icon: <IconHistory aria-hidden size={20} />, ...words.empty }}
        panel={(change) => <ChangeFacts key={change.id} change={change} />}
      />
    </Page>
  );
}

function ChangeFacts({ change }: { change: SettingChange }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={classes.import}>
      <Facts
        rows={[
          [words.columns.when, formatMoment(change.created_at)],
          [words.columns.actor, actorOf(change)],
          [words.columns.reason, change.reason ?? words.noReason],
        ]}
      />
      <ValueChanges
        label={words.columns.changes}
        changes={valuesOf(change)}
        before={words.before}
        after={words.after}
      />
      <div>
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {words.revert}
        </Button>
      </div>
      {isAsking && <RevertDialog change={change} onClose={() => setIsAsking(false)} />}
    </div>
  );
}

/** Says what reverting would do to the values of now, then does it. */
function RevertDialog({ change, onClose }: { change: SettingChange; onClose: () => void }) {
  const { data: stored } = useQuery(settingsShown);
  const [error, setError] = useState<ApiError | null>(null);
  const revert = useCommand(settingsHistory.revert, {
    invalidates: touchedBySettings,
    done: words.reverted,
    showsError: true,
  });
  const differing = valuesOf(change).flatMap(({ key, before }) =>
    stored === undefined || same(stored[key] ?? null, before)
      ? []
      : [{ key, before: stored[key], after: before }],
  );
  return (
    <ConfirmDialog
      testId="revert-settings"
      isOpen
      title={words.ask}
      confirm={words.revert}
      isBusy={revert.isPending}
      error={error}
      onCancel={onClose}
      onConfirm={() => {
        setError(null);
        revert.mutateAsync({ id: change.id }).then(onClose, (refusal: unknown) => {
          setError(asApiError(refusal));
        });
      }}
    >
      <p>{words.askHelp}</p>
      {stored !== undefined && differing.length === 0 ? (
        words.nothingToRevert
      ) : (
        <ValueChanges
          label={words.ask}
          changes={differing}
          before={words.now}
          after={words.restored}
        />
      )}
    </ConfirmDialog>
  );
}
