import { Button } from '@mantine/core';
import IconPlayerPlay from '@tabler/icons-react/icons/IconPlayerPlay';
import IconStack from '@tabler/icons-react/icons/IconStack';
import { getRouteApi } from '@tanstack/react-router';
import type { ResponseOf } from '#contract/endpoint.ts';
import { jobs } from '#contract/jobs.ts';
import { system } from '#contract/system.ts';
import { call, useCommand } from '../../api/client.ts';
import { formatMoment, formatNumber } from '../../lib/format.ts';
import { TextLink } from '../../lib/links.tsx';
import type { BulkAction } from '../../table/bulk.ts';
import { columnsOf } from '../../table/columns.ts';
import { DataList } from '../../table/data-list.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Facts, Page } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Values } from '../../ui/values.tsx';
import { common } from '../../words/common.ts';
import { systemWords } from '../../words/system.ts';
import { jobList, jobStates } from './queries.ts';
import { WorkState } from './state-text.tsx';
import { SystemTabs } from './tabs.tsx';

const route = getRouteApi('/_auth/admin/system/jobs');

type Job = ResponseOf<typeof jobs.list>[number];
const helper = columnsOf<Job>();
const words = systemWords.job;

const filters = [
  {
    name: 'state',
    label: words.filters.state,
    choices: jobStates.map((value) => ({ value, label: systemWords.jobStates[value] })),
  },
  { name: 'kind', label: words.filters.kind },
];

const stale = [jobs.list, system.show];
const mayRetry = ({ state }: Job) => state === 'failed' || state === 'queued';

const columns = helper.columns([
  helper.display({
    id: 'kind',
    header: words.columns.kind,
    meta: { phone: 'title', link: true },
    cell: ({ row: { original } }) => (
      <TextLink to="." search={(search: object) => ({ ...search, row: String(original.id) })}>
        {original.kind}
      </TextLink>
    ),
  }),
  helper.display({
    id: 'state',
    header: words.columns.state,
    meta: { width: 'm' },
    cell: ({ row: { original } }) => (
      <WorkState state={original.state} word={systemWords.jobStates[original.state]} />
    ),
  }),
  helper.display({
    id: 'attempts',
    header: words.columns.attempts,
    meta: { width: 's', numeric: true, phone: 'hidden' },
    cell: ({ row: { original } }) => formatNumber(original.attempts),
  }),
  helper.display({
    id: 'run_at',
    header: words.columns.due,
    meta: { width: 's', numeric: true, quiet: true, phone: 'hidden' },
    cell: ({ row: { original } }) => <RelativeTime at={original.run_at} />,
  }),
  helper.display({
    id: 'finished_at',
    header: words.columns.finished,
    meta: { width: 's', numeric: true, quiet: true, phone: 'end' },
    cell: ({ row: { original } }) =>
      original.finished_at === null ? (
        common.time.never
      ) : (
        <RelativeTime at={original.finished_at} />
      ),
  }),
  helper.display({
    id: 'actions',
    header: words.columns.actions,
    meta: { width: 'm', numeric: true, phone: 'hidden' },
    cell: ({ row: { original } }) => mayRetry(original) && <Retry job={original} />,
  }),
]);

const actions: readonly BulkAction<Job>[] = [
  {
    name: 'retry',
    label: words.retry,
    icon: <IconPlayerPlay aria-hidden size={14} />,
    fits: mayRetry,
    run: ({ id }) => call(jobs.retry, { id }),
    done: words.retriedMany,
    invalidates: stale,
  },
];

function Retry({ job }: { job: Job }) {
  const retry = useCommand(jobs.retry, { invalidates: stale, done: words.retried(job.kind) });
  return (
    <Button
      size="xs"
      variant="subtle"
      color="gray"
      aria-label={words.retryLabel(job.kind, job.id)}
      loading={retry.isPending}
      onClick={() => retry.mutate({ id: job.id })}
    >
      {words.retry}
    </Button>
  );
}

/** Background work of the instance. */
export function JobsPage() {
  const search = route.useSearch();
  return (
    <Page title={systemWords.title} tabs={<SystemTabs />}>
      <DataList
        list="jobs"
        label={systemWords.jobs}
        query={jobList(search)}
        columns={columns}
        state={useListState(search)}
        filters={filters}
        nameOf={({ kind, id }) => `${kind} ${id}`}
        actions={actions}
        empty={{ icon: <IconStack aria-hidden size={20} />, ...words.empty }}
        panel={(job) => <JobFacts job={job} />}
      />
    </Page>
  );
}

function JobFacts({ job }: { job: Job }) {
  const { facts, columns: heads } = words;
  return (
    <Facts
      rows={[
        [
          heads.state,
          <WorkState key="state" state={job.state} word={systemWords.jobStates[job.state]} />,
        ],
        [facts.created, formatMoment(job.created_at)],
        [facts.due, formatMoment(job.run_at)],
        [facts.error, job.last_error ?? common.time.none],
        [facts.payload, <Values key="payload" values={job.payload} none={common.time.none} />],
      ]}
    />
  );
}
