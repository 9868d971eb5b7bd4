import { Anchor } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEveryPage } from '../../api/every-page.ts';
import { every } from '../../api/polling.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { commitStatuses } from '#contract/commit-statuses.ts';
import type { Pipeline } from '#contract/pipeline-record.ts';
import { columnsOf } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';
import { Card, Section } from '../../ui/page.tsx';
import { PipelineState } from '../../ui/pipeline-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { common } from '../../words/common.ts';
import { pipelineWords } from '../../words/pipelines.ts';
import type { Jobs } from './jobs.ts';
import { beat, statusesOf, type Which } from './queries.ts';
import { isOver } from './states.ts';

const words = pipelineWords.status;

type Status = ResponseOf<typeof commitStatuses.list>[number];
const helper = columnsOf<Status>();

const columns = helper.columns([
  helper.display({
    id: 'name',
    header: words.name,
    meta: { width: 'l', phone: 'title' },
    cell: ({ row: { original } }) =>
      !original.target_url ? (
        original.name
      ) : (
        <Anchor href={original.target_url} target="_blank" rel="noreferrer">
          {original.name}
        </Anchor>
      ),
  }),
  helper.display({
    id: 'status',
    header: words.state,
    meta: { width: 'm' },
    cell: ({ row: { original } }) => <PipelineState status={original.status} />,
  }),
  helper.display({
    id: 'description',
    header: words.about,
    meta: { quiet: true, phone: 'fill' },
    cell: ({ row: { original } }) => original.description ?? common.time.none,
  }),
  helper.display({
    id: 'reported',
    header: words.reported,
    meta: { width: 's', numeric: true, quiet: true, phone: 'end' },
    cell: ({ row: { original } }) => (
      <RelativeTime at={original.finished_at ?? original.started_at ?? original.created_at} />
    ),
  }),
]);

/** What others report of the commit; jobs of the CI file are statuses too, and stand above. */
export function StatusesPart(props: { which: Which; record: Pipeline; jobs: Jobs }) {
  const { which, record, jobs } = props;
  const pages = useInfiniteQuery({
    ...statusesOf(which, record.sha),
    refetchInterval: () => (isOver(record.status) ? false : every(beat)),
  });
  useEveryPage(pages);
  const known = new Set(
    jobs.stages?.flatMap((stage) =>
      stage.jobs.flatMap((job) => [job.id, ...job.before.map(({ id }) => id)]),
    ),
  );
  const rows = pages.data?.pages.flatMap((page) => page.rows).filter(({ id }) => !known.has(id));
  if (pages.error !== null && rows === undefined) {
    return <ErrorState error={pages.error} retry={() => void pages.refetch()} />;
  }
  if (jobs.stages === undefined || rows === undefined || rows.length === 0) return null;
  return (
    <Section title={pipelineWords.external} about={pipelineWords.externalHelp}>
      <Card>
        <DataTable
          testId="commit-statuses"
          inset
          label={pipelineWords.external}
          columns={columns}
          rows={rows}
          empty={null}
        />
      </Card>
    </Section>
  );
}
