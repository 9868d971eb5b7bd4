import IconHistory from '@tabler/icons-react/icons/IconHistory';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ScheduleRun } from '#contract/schedule-record.ts';
import { formatMoment } from '../../lib/format.ts';
import { columnsOf } from '../../table/columns.ts';
import { DataList } from '../../table/data-list.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { PipelineLink } from '../../ui/pipeline-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { common } from '../../words/common.ts';
import { scheduleWords } from '../../words/pipeline-schedules.ts';
import { runList } from './queries.ts';
import { RunState } from './run-state.tsx';
import { useWhich } from './schedule-layout.tsx';

const route = getRouteApi('/_auth/projects/$project/schedules/$schedule/history');
const words = scheduleWords.history;
const helper = columnsOf<ScheduleRun>();

const columnsFor = (project: string) =>
  helper.columns([
    helper.display({
      id: 'due_at',
      header: words.columns.due,
      meta: { width: 'l', phone: 'title' },
      cell: ({ row: { original } }) => formatMoment(original.due_at),
    }),
    helper.display({
      id: 'state',
      header: words.columns.outcome,
      meta: { width: 'l' },
      cell: ({ row: { original } }) => <RunState state={original.state} />,
    }),
    helper.display({
      id: 'problem',
      header: words.columns.reason,
      meta: { phone: 'fill' },
      cell: ({ row: { original } }) => {
        if (original.problem === null) return common.time.none;
        const reason = scheduleWords.problems[original.problem];
        return <span title={original.text ?? reason}>{reasonOf(reason, original.text)}</span>;
      },
    }),
    helper.display({
      id: 'pipeline',
      header: words.columns.pipeline,
      meta: { width: 'l' },
      cell: ({ row: { original } }) =>
        original.pipeline === null ? (
          common.time.none
        ) : (
          <PipelineLink project={project} pipeline={original.pipeline} />
        ),
    }),
    helper.display({
      id: 'kind',
      header: words.columns.kind,
      meta: { width: 's', quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) => words.kinds[original.kind],
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
  ]);

const reasonOf = (reason: string, text: string | null) =>
  text === null || text === '' ? reason : `${reason}: ${text}`;

/** When a schedule ran, what came of it and why not. */
export function HistoryTab() {
  const which = useWhich();
  const search = route.useSearch();
  const columns = useMemo(() => columnsFor(which.project), [which.project]);
  return (
    <DataList
      list="schedule-runs"
      label={words.label}
      query={runList(which, search)}
      columns={columns}
      state={useListState(search)}
      nameOf={({ due_at }) => formatMoment(due_at)}
      empty={{ icon: <IconHistory aria-hidden size={20} />, ...words.empty }}
    />
  );
}
