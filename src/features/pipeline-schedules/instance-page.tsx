import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle';
import IconCalendarTime from '@tabler/icons-react/icons/IconCalendarTime';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconPlayerPause from '@tabler/icons-react/icons/IconPlayerPause';
import IconUserOff from '@tabler/icons-react/icons/IconUserOff';
import IconUserShare from '@tabler/icons-react/icons/IconUserShare';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { instanceSchedules } from '#contract/instance-schedules.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { useSearch } from '../../form/search.ts';
import { TextLink } from '../../lib/links.tsx';
import type { BulkAction } from '../../table/bulk.ts';
import { columnsOf } from '../../table/columns.ts';
import { DataList } from '../../table/data-list.tsx';
import type { Filter } from '../../table/filter-bar.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Page, TabBar } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StateText } from '../../ui/state-badge.tsx';
import { common } from '../../words/common.ts';
import { scheduleWords } from '../../words/pipeline-schedules.ts';
import { cronText } from './cron-words.ts';
import { heirs, instanceList, instanceStates, touched } from './queries.ts';

const route = getRouteApi('/_auth/admin/schedules');
const words = scheduleWords.instance;
const { columns: heads } = scheduleWords;

type Row = ResponseOf<typeof instanceSchedules.list>[number];
const helper = columnsOf<Row>();

const filters: readonly Filter[] = (['owner', 'project_id'] as const).map((name) => ({
  name,
  label: words.filters[name],
}));

/** What an administrator has to look at first. */
function State({ schedule }: { schedule: Row }) {
  if (schedule.orphaned) {
    return (
      <StateText tone="closed" icon={<IconUserOff aria-hidden size={16} />}>
        {words.orphaned}
      </StateText>
    );
  }
  if (schedule.trouble !== null) {
    return (
      <StateText tone="closed" icon={<IconAlertTriangle aria-hidden size={16} />}>
        <span title={schedule.trouble.text}>
          {scheduleWords.problems[schedule.trouble.problem]}
        </span>
      </StateText>
    );
  }
  const Icon = schedule.active ? IconCircleCheck : IconPlayerPause;
  return (
    <StateText tone={schedule.active ? 'open' : 'draft'} icon={<Icon aria-hidden size={16} />}>
      {schedule.active ? scheduleWords.active : scheduleWords.inactive}
    </StateText>
  );
}

const columns = helper.columns([
  helper.display({
    id: 'description',
    header: heads.description,
    meta: { link: true, phone: 'title' },
    cell: ({ row: { original } }) => (
      <TextLink
        to="/projects/$project/schedules/$schedule"
        params={{
          project: original.project.path_with_namespace,
          schedule: String(original.id),
        }}
      >
        {original.description}
      </TextLink>
    ),
  }),
  helper.display({
    id: 'project',
    header: words.columns.project,
    meta: { width: 'm', quiet: true },
    cell: ({ row: { original } }) => original.project.path_with_namespace,
  }),
  helper.display({
    id: 'state',
    header: words.columns.state,
    meta: { width: 'm' },
    cell: ({ row: { original } }) => <State schedule={original} />,
  }),
  helper.display({
    id: 'owner',
    header: heads.owner,
    meta: { width: 'm', quiet: true },
    cell: ({ row: { original } }) => original.owner?.name ?? scheduleWords.nobody,
  }),
  helper.display({
    id: 'when',
    header: heads.when,
    meta: { width: 'm', quiet: true, phone: 'hidden' },
    cell: ({ row: { original } }) => (
      <span title={`${original.cron} ${original.cron_timezone}`}>{cronText(original.cron)}</span>
    ),
  }),
  helper.display({
    id: 'last',
    header: words.columns.last,
    meta: { width: 's', numeric: true, quiet: true, phone: 'hidden' },
    cell: ({ row: { original } }) =>
      original.last_run_at === null ? (
        common.time.never
      ) : (
        <RelativeTime at={original.last_run_at} />
      ),
  }),
  helper.display({
    id: 'next',
    header: heads.next,
    meta: { width: 's', numeric: true, quiet: true, phone: 'end' },
    cell: ({ row: { original } }) =>
      original.next_run_at === null || !original.active ? (
        scheduleWords.never
      ) : (
        <RelativeTime at={original.next_run_at} />
      ),
  }),
]);

/** One schedule at a time, so that each row has its result. */
async function give(schedule: Row, user: number | undefined): Promise<void> {
  if (user === undefined) throw new ApiError({ status: 409, message: words.noOwner });
  const { refused } = await call(instanceSchedules.handOver, { ids: [schedule.id], user_id: user });
  const [refusal] = refused;
  if (refusal !== undefined) {
    throw new ApiError({ status: 422, message: words.refusals[refusal.problem] });
  }
}

function useActions(): readonly BulkAction<Row>[] {
  const [search, setSearch] = useState('');
  const people = useSearch(search, heirs);
  return [
    {
      name: 'hand-over',
      label: words.handOver,
      icon: <IconUserShare aria-hidden size={14} />,
      choices: (people.data?.rows ?? []).map(({ id, name, username }) => ({
        value: String(id),
        label: `${name} (${username})`,
      })),
      onSearch: setSearch,
      confirm: (rows) => ({ title: words.handTitle(rows.length), help: words.handHelp }),
      run: (schedule, user) => give(schedule, Number(user)),
      undo: (schedule) => give(schedule, schedule.owner?.id),
      done: words.handedOver,
      invalidates: touched,
    },
  ];
}

/** Schedules of all projects: which do not run, and to whom they are handed over. */
export function InstanceSchedulesPage() {
  const search = route.useSearch();
  return (
    <Page
      title={scheduleWords.title}
      about={words.about}
      tabs={
        <TabBar
          label={scheduleWords.tabs}
          tabs={[undefined, ...instanceStates].map((state) => (
            <Link
              key={state ?? 'all'}
              to="/admin/schedules"
              search={{ ...search, page: undefined, state }}
              aria-current={search.state === state ? 'page' : undefined}
              activeProps={{}}
            >
              {words.states[state ?? 'all']}
            </Link>
          ))}
        />
      }
    >
      <DataList
        list="instance-schedules"
        label={scheduleWords.title}
        query={instanceList(search)}
        columns={columns}
        state={useListState(search)}
        placeholder={words.searchPlaceholder}
        filters={filters}
        nameOf={({ description, project }) => `${description} (${project.path_with_namespace})`}
        actions={useActions()}
        empty={{ icon: <IconCalendarTime aria-hidden size={20} />, ...words.empty }}
      />
    </Page>
  );
}
