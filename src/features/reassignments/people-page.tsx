import IconCheck from '@tabler/icons-react/icons/IconCheck';
import IconHourglass from '@tabler/icons-react/icons/IconHourglass';
import IconPinned from '@tabler/icons-react/icons/IconPinned';
import IconRefresh from '@tabler/icons-react/icons/IconRefresh';
import IconUserQuestion from '@tabler/icons-react/icons/IconUserQuestion';
import IconUserShare from '@tabler/icons-react/icons/IconUserShare';
import IconX from '@tabler/icons-react/icons/IconX';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { type SourceUserStatus, sourceUserStatuses } from '#contract/own-reassignments.ts';
import { placeholderUsers, type SourceUserRecord } from '#contract/placeholder-users.ts';
import { call } from '../../api/client.ts';
import { useSearch } from '../../form/search.ts';
import type { BulkAction } from '../../table/bulk.ts';
import { columnsOf } from '../../table/columns.ts';
import { DataList } from '../../table/data-list.tsx';
import type { Filter } from '../../table/filter-bar.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Mono } from '../../ui/marks.tsx';
import { Facts } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StateText, type Tone } from '../../ui/state-badge.tsx';
import { TextLink } from '../../lib/links.tsx';
import { reassignmentWords as words } from '../../words/reassignments.ts';
import { ChoosePerson } from './choose-person.tsx';
import { ReassignmentsFrame } from './frame.tsx';
import { nameOf, peopleList, targets, touched } from './queries.ts';

const route = getRouteApi('/_auth/groups/$group/reassignments');

const filters: readonly Filter[] = [
  {
    name: 'status',
    label: words.filter,
    choices: sourceUserStatuses.map((value) => ({ value, label: words.statuses[value] })),
  },
];

const looks: Record<SourceUserStatus, { tone: Tone; Icon: typeof IconCheck }> = {
  pending_reassignment: { tone: 'draft', Icon: IconHourglass },
  awaiting_approval: { tone: 'warning', Icon: IconUserQuestion },
  reassignment_in_progress: { tone: 'warning', Icon: IconRefresh },
  rejected: { tone: 'closed', Icon: IconX },
  failed: { tone: 'closed', Icon: IconX },
  completed: { tone: 'open', Icon: IconCheck },
  keep_as_placeholder: { tone: 'draft', Icon: IconPinned },
};

function Status({ status }: { status: SourceUserStatus }) {
  const { tone, Icon } = looks[status];
  return (
    <StateText tone={tone} icon={<Icon aria-hidden size={16} />}>
      {words.statuses[status]}
    </StateText>
  );
}

const isOneOf =
  (...statuses: readonly SourceUserStatus[]) =>
  ({ status }: SourceUserRecord) =>
    statuses.includes(status);
/** Somebody may be asked for them. */
const isFree = isOneOf('pending_reassignment', 'rejected');

const helper = columnsOf<SourceUserRecord>();
const columnsFor = (group: string) =>
  helper.columns([
    helper.display({
      id: 'name',
      header: words.columns.name,
      meta: { phone: 'title', link: true },
      cell: ({ row: { original } }) => (
        <TextLink to="." search={(search: object) => ({ ...search, row: String(original.id) })}>
          {nameOf(original)}
        </TextLink>
      ),
    }),
    helper.display({
      id: 'source',
      header: words.columns.source,
      meta: { width: 'l', quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) => original.source_hostname,
    }),
    helper.display({
      id: 'status',
      header: words.columns.status,
      meta: { width: 'l' },
      cell: ({ row: { original } }) => <Status status={original.status} />,
    }),
    helper.display({
      id: 'target',
      header: words.columns.target,
      meta: { width: 'm', phone: 'fill' },
      cell: ({ row: { original } }) =>
        isFree(original) ? (
          <ChoosePerson group={group} row={original} />
        ) : (
          (original.reassign_to_user?.name ?? words.nobody)
        ),
    }),
    helper.display({
      id: 'updated_at',
      header: words.columns.changed,
      meta: { width: 's', numeric: true, quiet: true, phone: 'end' },
      cell: ({ row: { original } }) => <RelativeTime at={original.updated_at} />,
    }),
  ]);

function useActions(group: string): readonly BulkAction<SourceUserRecord>[] {
  const [search, setSearch] = useState('');
  const people = useSearch(search, targets);
  const stale = { invalidates: touched };
  return [
    {
      ...stale,
      name: 'assign',
      label: words.assign,
      icon: <IconUserShare aria-hidden size={14} />,
      fits: isFree,
      choices: (people.data?.rows ?? []).map(({ id, name, username }) => ({
        value: String(id),
        label: `${name} (${username})`,
      })),
      onSearch: setSearch,
      confirm: (rows) => ({ title: words.assignTitle(rows.length), help: words.assignHelp }),
      run: ({ id }, user) =>
        call(placeholderUsers.assign, { id: group, ids: [id], user_id: Number(user) }),
      done: words.assigned,
    },
    {
      ...stale,
      name: 'cancel',
      label: words.cancel,
      icon: <IconX aria-hidden size={14} />,
      fits: isOneOf('awaiting_approval', 'rejected'),
      confirm: () => ({ title: words.cancelTitle, help: words.cancelHelp }),
      run: ({ id }) => call(placeholderUsers.cancel, { id: group, ids: [id] }),
      done: words.cancelled,
    },
    {
      ...stale,
      name: 'keep',
      label: words.keep,
      icon: <IconPinned aria-hidden size={14} />,
      fits: isFree,
      confirm: (rows) => ({ title: words.keepTitle(rows.length), help: words.keepHelp }),
      run: ({ id }) => call(placeholderUsers.keep, { id: group, ids: [id] }),
      done: words.kept,
    },
    {
      ...stale,
      name: 'retry',
      label: words.retry,
      icon: <IconRefresh aria-hidden size={14} />,
      fits: isOneOf('failed'),
      confirm: () => ({ title: words.retryTitle, help: words.retryHelp }),
      run: ({ id }) => call(placeholderUsers.retry, { id: group, ids: [id] }),
      done: words.retried,
    },
  ];
}

/** People of the imports of a group, and who takes over their work. */
export function PeoplePage() {
  const { group } = route.useParams();
  const { file, ...search } = route.useSearch();
  const columns = useMemo(() => columnsFor(group), [group]);
  return (
    <ReassignmentsFrame group={group} file={file}>
      <DataList
        list="reassignments"
        label={words.title}
        query={peopleList(group, search)}
        columns={columns}
        state={useListState(search)}
        placeholder={words.searchPlaceholder}
        filters={filters}
        nameOf={nameOf}
        actions={useActions(group)}
        empty={{ icon: <IconUserShare aria-hidden size={20} />, ...words.empty }}
        panel={(row) => <PersonFacts row={row} />}
      />
    </ReassignmentsFrame>
  );
}

function PersonFacts({ row }: { row: SourceUserRecord }) {
  const { facts } = words;
  return (
    <Facts
      rows={[
        [words.columns.status, <Status key="status" status={row.status} />],
        [words.columns.source, row.source_hostname],
        [facts.type, <Mono key="type">{row.import_type}</Mono>],
        [facts.identifier, <Mono key="identifier">{row.source_user_identifier}</Mono>],
        [facts.placeholder, row.placeholder_user?.username ?? facts.none],
        [words.columns.target, row.reassign_to_user?.username ?? facts.none],
        [facts.by, row.reassigned_by_user?.name ?? facts.none],
        [facts.error, row.reassignment_error ?? facts.none],
      ]}
    />
  );
}
