import IconTimeline from '@tabler/icons-react/icons/IconTimeline';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { BasicPipeline } from '#contract/pipeline-record.ts';
import { TextLink } from '../../lib/links.tsx';
import { columnsOf } from '../../table/columns.ts';
import { DataList } from '../../table/data-list.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Mono, Ref } from '../../ui/marks.tsx';
import { PipelineState } from '../../ui/pipeline-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { pipelineWords } from '../../words/pipelines.ts';
import { scheduleWords } from '../../words/pipeline-schedules.ts';
import { pipelineList } from './queries.ts';
import { useWhich } from './schedule-layout.tsx';

const route = getRouteApi('/_auth/projects/$project/schedules/$schedule/pipelines');
const words = pipelineWords.columns;
const helper = columnsOf<BasicPipeline>();

const columnsFor = (project: string) =>
  helper.columns([
    helper.display({
      id: 'pipeline',
      header: words.pipeline,
      meta: { link: true, phone: 'title' },
      cell: ({ row: { original } }) => (
        <TextLink
          to="/projects/$project/pipelines/$pipeline"
          params={{ project, pipeline: String(original.id) }}
        >
          {pipelineWords.number(original.id)}
        </TextLink>
      ),
    }),
    helper.display({
      id: 'status',
      header: words.status,
      meta: { width: 'l' },
      cell: ({ row: { original } }) => <PipelineState status={original.status} />,
    }),
    helper.display({
      id: 'ref',
      header: words.ref,
      meta: { width: 'l' },
      cell: ({ row: { original } }) => <Ref name={original.ref} />,
    }),
    helper.display({
      id: 'sha',
      header: words.commit,
      meta: { width: 's', quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) => <Mono>{original.sha.slice(0, 8)}</Mono>,
    }),
    helper.display({
      id: 'created_at',
      header: words.created,
      meta: { width: 's', numeric: true, quiet: true, phone: 'end' },
      cell: ({ row: { original } }) => <RelativeTime at={original.created_at} />,
    }),
  ]);

/** Pipelines that a schedule has made, the newest first. */
export function PipelinesTab() {
  const which = useWhich();
  const search = route.useSearch();
  const columns = useMemo(() => columnsFor(which.project), [which.project]);
  return (
    <DataList
      list="schedule-pipelines"
      label={scheduleWords.pipelines.label}
      query={pipelineList(which, search)}
      columns={columns}
      state={useListState(search)}
      nameOf={({ id }) => pipelineWords.pipeline(id)}
      empty={{ icon: <IconTimeline aria-hidden size={20} />, ...scheduleWords.pipelines.empty }}
    />
  );
}
